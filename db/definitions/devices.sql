grant select, insert, update, delete on device_assignments to eupnea_requests, eupnea_identity, eupnea_work;
grant select, insert, update, delete on malformed_messages, wrong_keys to eupnea_requests, eupnea_work;
grant select, insert, update, delete on devices to eupnea_work;
-- Not the hashes of the keys: only the broker compares them, and only the calls that make a key write one.
grant select (id, no, uid, name, tz, clinic_id, topic_prefix, fw_version, softap_ssid, target_ssid, created_at,
    inventory_status, stocked_by_admin, stocked_by_user, stocked_at, returned_at, replaced_by, presence_range),
  update (name, tz, clinic_id, topic_prefix, inventory_status, stocked_by_admin, stocked_by_user, stocked_at, replaced_by,
    presence_range)
  on devices to eupnea_requests, eupnea_identity;
-- The demonstration facility comes and goes with its devices.
grant insert, delete on devices to eupnea_identity;
alter table devices enable row level security;
create policy devices_scope on devices
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table device_assignments enable row level security;
create policy device_assignments_scope on device_assignments
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table malformed_messages enable row level security;
create policy malformed_messages_scope on malformed_messages
  using ((select scope_all()) or exists (select from devices d where d.id = device_id));
alter table wrong_keys enable row level security;
create policy wrong_keys_scope on wrong_keys
  using ((select scope_all()) or exists (select from devices d where d.id = device_id));

-- The number of any device, even one now in stock or at another clinic: what it measured of a resident stays theirs,
-- and the rows under that number keep the clinic where they were measured. Reveals nothing else.
create function device_number(device_id text) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic select no from public.devices where id = device_id; end;
grant execute on function device_number to eupnea_requests, eupnea_identity, eupnea_work;

-- When the newest link of a device ended, of any resident at any clinic, including clinics it has left, which the caller
-- may not see; null: it had none. Reveals nothing else.
create function device_unlinked_at(device text) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic select max(until) from public.device_assignments where device_id = device; end;
grant execute on function device_unlinked_at to eupnea_requests, eupnea_identity, eupnea_work;

-- When a resident was last discharged, by the audit log, which staff may not read; null: never. Of residents outside the
-- scope it says nothing.
create function discharged_at(resident text) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select max(at) from audit_entries
  where resident_id = resident and act in ('resident.discharge', 'resident.import-discharge')
    and (scope_all() or clinic_id = any (scope_clinics()))
$$;
grant execute on function discharged_at to eupnea_requests, eupnea_work;

-- Whether a resident has a device. Whoever takes it from them waits until the transaction ends, and then finds what it has
-- stored about them (end_episodes).
create function hold_link(resident text, device text) returns boolean language plpgsql as $$
begin
  perform from device_assignments a
  where a.resident_id = resident and a.device_id = device and a.until is null for share;
  return found;
end
$$;

-- The device that each resident has now.
create view resident_devices with (security_invoker = true) as
  select a.resident_id, a.clinic_id, a.since, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from device_assignments a
  join devices d on d.id = a.device_id
  left join presence p on p.device_no = d.no
  where a.until is null;

-- What live monitoring needs to know about each active device. It treats the others as if they did not exist.
create view device_places with (security_invoker = true) as
  select d.no as device_no, d.id as device_id, d.clinic_id, coalesce(c.no, 0) as clinic_no, d.topic_prefix,
    coalesce(c.tz, d.tz) as tz, d.presence_range, a.resident_id, a.since as resident_since,
    a.linked_at, v.since as leave_since, v.until as leave_until, c.locale
  from devices d
  left join clinics c on c.id = d.clinic_id
  left join device_assignments a on a.device_id = d.id and a.until is null
  -- The running or next leave; otherwise the last one, at whose end the bed may still be empty.
  left join lateral (
    select l.since, l.until from leaves l where l.resident_id = a.resident_id and l.ends_by_itself
    order by l.until desc limit 1
  ) v on true
  where d.inventory_status = 'active';

-- When each resident had which device, and which whole minutes are theirs: those in which they had it and nobody else
-- did. The minute of a hand-over is an average of two people and belongs to neither. end_minute is null while open.
create view resident_spans with (security_invoker = true) as
  select a.id, a.resident_id, a.clinic_id, a.device_id, d.no as device_no, a.since, a.until, e.first_minute,
    -- A link that began and ended between two others, all in one minute, has no minute.
    case when e.end_minute < e.first_minute then e.first_minute else e.end_minute end as end_minute
  from device_assignments a
  cross join lateral (select device_number(a.device_id) as no offset 0) d
  -- offset 0: evaluated once per span, not once per minute of it
  cross join lateral (
    select
      date_trunc('minute', a.since) + case when exists (
        select from device_assignments o
        where o.device_id = a.device_id and o.resident_id <> a.resident_id
          and o.since < date_trunc('minute', a.since) + interval '1 minute'
          and (o.until is null or o.until > date_trunc('minute', a.since))
      ) then interval '1 minute' else interval '0' end as first_minute,
      -- If another span of the resident begins in the same minute, the minute is that one's, so that it counts once.
      date_trunc('minute', a.until + interval '1 minute' - interval '1 microsecond') - case when exists (
        select from device_assignments o
        where o.id <> a.id and (o.device_id = a.device_id or o.resident_id = a.resident_id) and o.since >= a.until
          and o.since < date_trunc('minute', a.until + interval '1 minute' - interval '1 microsecond')
      ) then interval '1 minute' else interval '0' end as end_minute
    offset 0
  ) e;

-- What lists and reports show of a device. From the minute present_since on, its readings are those of its present
-- resident or, without one, nobody's. Null: that has always been so.
create view device_details with (security_invoker = true) as
  select d.id as device_id, d.no as device_no, d.uid as device_uid, d.name, d.tz, d.clinic_id, d.topic_prefix,
    d.fw_version, d.softap_ssid, d.target_ssid, d.presence_range, a.resident_id, r.room, r.floor,
    coalesce(p.online, false) and d.inventory_status = 'active' as online, l.ts as last_seen,
    case when a.id is not null then (select s.first_minute from resident_spans s where s.id = a.id)
      else (select date_trunc('minute', max(o.until) + interval '1 minute' - interval '1 microsecond')
        from device_assignments o where o.device_id = d.id) end as present_since,
    d.inventory_status, d.returned_at is not null as is_returned, d.stocked_by_admin, d.stocked_by_user, d.stocked_at,
    d.topic_prefix is not null and coalesce(w.is_change_only, false) as is_change_only,
    case when w.pace_ms > 60000 then round(w.pace_ms / 1000)::int end as sends_every_seconds
  from devices d
  left join watch_checkpoints w on w.device_no = d.no
  left join device_assignments a on a.device_id = d.id and a.until is null
  left join residents r on r.id = a.resident_id
  left join presence p on p.device_no = d.no
  left join latest l on l.device_no = d.no;

-- How many devices and residents each clinic has (DE-5).
create view clinic_devices with (security_invoker = true) as
  select c.id as clinic_id,
    (select count(*) from devices d where d.clinic_id = c.id) as installed,
    (select count(*) from devices d join presence p on p.device_no = d.no where d.clinic_id = c.id and p.online) as online,
    (select count(*) from residents r where r.clinic_id = c.id and r.status = 1) as admitted,
    (select count(*) from resident_devices rd where rd.clinic_id = c.id and rd.online) as connected
  from clinics c;

-- Active devices of clinics that nobody has.
create view free_devices with (security_invoker = true) as
  select d.clinic_id, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from devices d
  left join presence p on p.device_no = d.no
  where d.clinic_id is not null and d.inventory_status = 'active'
    and not exists (select from device_assignments a where a.device_id = d.id and a.until is null);

-- When each device last sent a reading, whoever had it.
create view device_sightings with (security_invoker = true) as
  select device_no, ts as last_seen from latest;
