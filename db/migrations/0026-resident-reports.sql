-- When a resident's respiration left the usual range, for reports about them (RP-6).
create view resident_episodes with (security_invoker = true) as
  select clinic_id, resident_id, raised_at from episodes;
create index on episodes (resident_id, raised_at);

grant select on resident_episodes to eupnea_app;

-- A device's number, also of one that has gone to stock or another facility: what it said of a resident stays theirs,
-- and the rows it is the key to keep the facility they were measured in. Tells nothing else.
create function device_number(device_id text) returns integer
  language sql stable security definer set search_path = pg_catalog
  begin atomic select no from public.devices where id = device_id; end;
revoke execute on function device_number from public;
grant execute on function device_number to eupnea_app;

create or replace view resident_spans with (security_invoker = true) as
  select a.id, a.resident_id, a.clinic_id, a.device_id, d.no as device_no, a.since, a.until, e.first_minute, e.end_minute
  from device_assignments a
  cross join lateral (select device_number(a.device_id) as no offset 0) d
  -- offset 0: found once a span, not once a minute of it
  cross join lateral (
    select
      date_trunc('minute', a.since) + case when exists (
        select from device_assignments o
        where o.device_id = a.device_id and o.resident_id <> a.resident_id
          and o.since < date_trunc('minute', a.since) + interval '1 minute'
          and (o.until is null or o.until > date_trunc('minute', a.since))
      ) then interval '1 minute' else interval '0' end as first_minute,
      -- Another span of the resident that begins in the same minute has it, so that it counts once.
      date_trunc('minute', a.until + interval '1 minute' - interval '1 microsecond') - case when exists (
        select from device_assignments o
        where o.id <> a.id and (o.device_id = a.device_id or o.resident_id = a.resident_id) and o.since >= a.until
          and o.since < date_trunc('minute', a.until + interval '1 minute' - interval '1 microsecond')
      ) then interval '1 minute' else interval '0' end as end_minute
    offset 0
  ) e;
