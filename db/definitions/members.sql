grant select on member_links, member_providers, member_invitations to eupnea_requests;
grant select, insert, update, delete on member_links, member_providers, member_invitations to eupnea_identity;
grant select, insert, delete on member_invitation_mails to eupnea_requests, eupnea_identity, eupnea_work;
grant select on provider_invitations to eupnea_requests;
grant select, insert, update on provider_invitations to eupnea_identity;
grant select, delete on provider_invitations to eupnea_work;

-- The members that the caller sees without seeing everything: themselves and those linked to them. Runs as the owner,
-- because the policies below ask it about the table they protect.
create function scope_members() returns text[]
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select coalesce(array_agg(id), '{}') from (
      select scope_user() as id where scope_user() is not null
      union select member_id from member_providers where provider_id = scope_user()
    ) own;
  end;

alter table member_links enable row level security;
create policy member_links_scope on member_links
  using ((select scope_all()) or user_id = any ((select scope_members())::text[]));
alter table member_providers enable row level security;
create policy member_providers_scope on member_providers
  using ((select scope_all()) or member_id = any ((select scope_members())::text[]));
alter table member_invitations enable row level security;
create policy member_invitations_scope on member_invitations
  using ((select scope_all()) or provider_id = (select scope_user()) or member_id = (select scope_user()));
-- The caller's address, to which a member may have sent an invitation. Runs as the owner, because the policies below ask
-- it about people.
create function scope_email() returns text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic select email from users where id = scope_user(); end;
alter table provider_invitations enable row level security;
create policy provider_invitations_scope on provider_invitations
  using ((select scope_all()) or member_id = (select scope_user()) or email = (select scope_email()));
-- Only a member invites to their own nights.
create policy provider_invitations_own on provider_invitations as restrictive for insert
  with check ((select scope_all()) or member_id = (select scope_user()));
-- A provider adds themselves only to look, and only while they are invited.
create policy member_providers_invited on member_providers for insert
  with check (provider_id = (select scope_user()) and kind = 'coach' and member_id in (
    select member_id from provider_invitations
    where email = (select scope_email()) and ended_at is null and expires_at > now()));
-- Members see who looks after them, and whoever looks after them sees the members and their other providers.
create policy users_of_members on users for select to eupnea_requests
  using (id = any ((select scope_members())::text[]) or id in (select provider_id from member_providers)
    or id in (select provider_id from member_invitations)
    or id in (select member_id from provider_invitations where ended_at is null and expires_at > now()));
alter table member_invitation_mails enable row level security;
create policy member_invitation_mails_scope on member_invitation_mails
  using ((select scope_all()) or provider_id = (select scope_user()));

create view members_in_sight with (security_invoker = true) as
  select id as user_id, user_type, first_name, last_name, email, status, created_at
  from users
  where user_type in ('member', 'home_health_patient')
    and ((select scope_all()) or id = any ((select scope_members())::text[]));

create view member_provider_names with (security_invoker = true) as
  select p.member_id, p.provider_id, p.kind, p.linked_at, u.name, u.email
  from member_providers p join users u on u.id = p.provider_id;

-- Nobody is asked to share with a provider whose account is disabled.
create view member_invitation_names with (security_invoker = true) as
  select i.*, u.name as provider_name, u.email as provider_email
  from member_invitations i join users u on u.id = i.provider_id and u.status = 1;

-- Nobody is asked to look at the nights of a member whose account is disabled, or is none any more.
create view provider_invitation_names with (security_invoker = true) as
  select i.*, u.name as member_name, u.email as member_email
  from provider_invitations i join users u on u.id = i.member_id and u.status = 1
    and u.user_type in ('member', 'home_health_patient')
  where i.ended_at is null and i.expires_at > now();

-- Members and their providers have no clinic, so row-level security shows them no resident, device or minute.
-- Everything they may know comes from the three functions below. These run as the owner, take the id of a member, never
-- of a resident, and return nothing about a member whom the caller does not see.
create function sees_member(member text) returns boolean
  language sql stable
  return scope_all() or member = any (scope_members());

create function member_places(members text[])
returns table (user_id text, resident_id text, resident_status smallint, clinic_id text, clinic_name text, tz text,
  device_id text, online boolean, first_since timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.user_id, r.id, r.status, c.id, c.name, c.tz, a.device_id, coalesce(p.online, false),
    (select min(f.since) from device_assignments f where f.resident_id = r.id)
  from member_links l
  join residents r on r.id = l.resident_id
  join clinics c on c.id = r.clinic_id
  left join device_assignments a on a.resident_id = r.id and a.until is null
  left join devices d on d.id = a.device_id
  left join presence p on p.device_no = d.no
  where l.user_id = any (members) and sees_member(l.user_id);
end;

-- The sums of a member's minutes between two instants, without excluded_times: nobody slept badly while on leave (PL-6).
-- idx counts the requested spans from 1. Planned each time, so that it only reads the partitions of those days.
create function member_sums(members text[], sinces timestamptz[], untils timestamptz[])
returns table (idx bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  idxs bigint[];
  device_nos integer[];
  starts timestamptz[];
  ends timestamptz[];
begin
  select array_agg(asked.idx), array_agg(s.device_no), array_agg(lower(part)), array_agg(upper(part))
  into idxs, device_nos, starts, ends
  from unnest(members, sinces, untils) with ordinality asked(member, since, until, idx)
  join member_links l on l.user_id = asked.member
  join resident_spans s on s.resident_id = l.resident_id
    and s.first_minute < asked.until and (s.end_minute is null or s.end_minute > greatest(asked.since, s.first_minute))
  cross join lateral (
    select coalesce(range_agg(tstzrange(t.since, t.until)), '{}') as times
    from excluded_times t where t.resident_id = l.resident_id
  ) excluded
  cross join lateral unnest(tstzmultirange(
    tstzrange(greatest(s.first_minute, asked.since), least(s.end_minute, asked.until))) - excluded.times) part
  where sees_member(asked.member);
  if idxs is null then return; end if;
  return query execute '
    select ($4)[h.span], sum(h.n)::bigint, sum(h.n_rr)::bigint, sum(h.sum_rr), min(h.min_rr), max(h.max_rr),
      sum(h.n_in_bed)::bigint
    from respiration_summary($1, $2, $3) h group by 1' using device_nos, starts, ends, idxs;
end
$$;

create function member_minutes(member text, since timestamptz, until timestamptz)
returns table (at timestamptz, avg double precision, min real, max real)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not sees_member(member) then return; end if;
  return query execute '
    select m.minute, m.avg_rr, m.min_rr, m.max_rr
    from member_links l
    join resident_spans s on s.resident_id = l.resident_id
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
      and (s.end_minute is null or m.minute < s.end_minute)
    where l.user_id = $1 and m.minute >= $2 and m.minute < $3
      and not exists (select from excluded_times t
        where t.resident_id = l.resident_id and m.minute >= t.since and m.minute < t.until)
    order by m.minute' using member, since, until;
end
$$;

-- Ten minutes each from `since`: the share and number of the minutes in bed, and the mean rate (VI-1); null of what the
-- nights of staff don't show either.
create function member_cells(member text, since timestamptz, until timestamptz)
returns table (at timestamptz, bed double precision, rate double precision, minutes_in_bed int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not sees_member(member) then return; end if;
  return query execute '
    with cells as materialized (
      select date_bin(interval ''10 minutes'', m.minute, $2) as cell, m.device_no,
        date_bin(interval ''1 day'', m.minute, $2) as day,
        count(*) filter (where t.resident_id is null) as n,
        count(*) filter (where t.resident_id is null and m.n_presence * 2 >= m.n) as n_in_bed,
        count(*) filter (where t.resident_id is null and m.n_rr > 0) as n_rate,
        sum(m.sum_rr / nullif(m.n_rr, 0)) filter (where t.resident_id is null) as sum_rate,
        bool_or(m.n_dist > 0) as has_distance
      from member_links l
      join resident_spans s on s.resident_id = l.resident_id
      join minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
        and (s.end_minute is null or m.minute < s.end_minute) and m.n > 0
      left join excluded_times t on t.resident_id = l.resident_id and m.minute >= t.since and m.minute < t.until
      where l.user_id = $1 and m.minute >= $2 and m.minute < $3
      group by 1, 2, 3
    ), sensors as (
      select device_no, day,
        case when knows_distance(device_no, day) then day else min(cell) filter (where has_distance) end as knows_from
      from cells group by device_no, day
    )
    select cell, sum(n_in_bed)::float8 / nullif(sum(case when cell >= knows_from then n else n_in_bed end), 0)::float8,
      sum(sum_rate) / nullif(sum(n_rate), 0)::float8, sum(n_in_bed)::int
    from cells join sensors using (device_no, day)
    group by 1' using member, since, until;
end
$$;

grant execute on function scope_members, scope_email to eupnea_requests, eupnea_identity, eupnea_work;
grant execute on function member_places, member_sums, member_minutes, member_cells to eupnea_requests, eupnea_identity;

-- A provider's links to members end when the account gets another type, in the same transaction, and do not come back
-- with the type. The types listed are those who look after members; home health patients have a provider's rights but
-- are members.
create function end_provider_links() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from member_providers where provider_id = new.id;
  delete from member_invitations where provider_id = new.id;
  update provider_invitations set ended_at = now() where email = new.email and ended_at is null;
  return null;
end
$$;
create trigger end_provider_links after update of user_type on users
  for each row when (old.user_type <> new.user_type
    and new.user_type not in ('vc-admin', 'cip_users', 'clinical-triage'))
  execute function end_provider_links();
