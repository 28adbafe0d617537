-- A database of version 1.6.0: the numbered migrations it had, exactly as they were, and then a row or more in most
-- tables. Never changed: databases like this exist. The upgrade from it is proven in upgrade.test.ts.
-- file 0001-house.sql
-- The role the portal works as, the scope that row-level security reads, and the audit log.
-- The role is shared by every database of a server, so it may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'eupnea_app') then
    create role eupnea_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- made meanwhile by another node
end
$$;

do $$
begin
  execute format('grant eupnea_app to %I', current_user);
end
$$;

grant usage on schema public to eupnea_app;

-- A transaction says once what its actor may see (server/platform/scope.ts): everything, or a list of facilities.
create function scope_all() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') = 'all';

create function scope_clinics() returns text[]
  language sql stable parallel safe
  return string_to_array(coalesce(current_setting('app.clinics', true), ''), ',');

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('user', 'device', 'job', 'link', 'anonymous')),
  actor_id text not null,
  actor_name text not null,
  act text not null,
  clinic_id text,
  resident_id text,
  device_id text,
  detail jsonb not null default '{}',
  address text,
  request_id text
);
create index on audit_entries (at);
create index on audit_entries (resident_id, at) where resident_id is not null;
create index on audit_entries (actor_id, at);

-- Entries can be added and read, never changed or removed, whatever the portal's code says (AP-5).
grant select, insert on audit_entries to eupnea_app;
alter table audit_entries enable row level security;
create policy audit_insert on audit_entries for insert with check (true);
create policy audit_select on audit_entries for select using ((select scope_all()));
-- file 0002-users.sql
-- People and their sessions. users, sessions, accounts and verifications are also better-auth's own tables.
create table users (
  id text primary key default gen_random_uuid()::text,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_type text not null,
  groups text[] not null,
  first_name text not null,
  last_name text not null,
  dob date,
  gender text,
  is_otp_enabled boolean not null default false,
  weight_kg real,
  height_cm real,
  is_cpro_app_member boolean not null default false,
  m_credentials text,
  m_npi text,
  contact text,
  status smallint not null default 1 check (status in (0, 1)),
  new_password_required boolean not null default false,
  admin_id text references users on delete set null
);
create index on users (user_type);

create table sessions (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on sessions (user_id);

create table accounts (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on accounts (user_id);

create table verifications (
  id text primary key default gen_random_uuid()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on verifications (identifier);

-- Single-use tokens of live connections; only their hash is kept.
create table live_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  expires_at timestamptz not null
);

grant select, insert, update, delete on users, sessions, accounts, verifications, live_tokens to eupnea_app;
-- file 0003-facilities.sql
-- Facilities. `no` is what the readings carry: four bytes instead of an id in tables of hundreds of millions of rows.
create table clinics (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  slug text not null unique,
  name text not null,
  logo text,
  tz text not null,
  floors text[] not null default '{}',
  alert_recipients text[] not null default '{}',
  daily_report_recipients text[] not null default '{}',
  ehr_integration_status text not null default '',
  clinic_detail text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table user_clinics (
  user_id text not null references users on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (user_id, clinic_id)
);
create index on user_clinics (clinic_id);

grant select, insert, update, delete on clinics, user_clinics to eupnea_app;

alter table clinics enable row level security;
create policy clinics_scope on clinics
  using ((select scope_all()) or id = any ((select scope_clinics())::text[]));

-- The facility numbers of the scope: what tables that carry clinic_no are checked against.
create function scope_clinic_nos() returns integer[]
  language sql stable parallel safe
  return coalesce((select array_agg(no) from clinics), '{}');
-- file 0004-residents.sql
create table residents (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  first_name text not null,
  last_name text not null,
  room text not null default '',
  floor text not null default '',
  status smallint not null default 1 check (status in (0, 1, 2)),
  flag_status smallint not null default 1 check (flag_status between 1 and 5),
  dob date,
  gender text,
  mr_no text,
  date_of_admission date,
  billing_information text,
  information_file text,
  is_document_changed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on residents (clinic_id, status, room);

create table resident_flag_logs (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  status smallint not null check (status between 1 and 5),
  note text not null,
  created_at timestamptz not null default now(),
  created_by text not null
);
create index on resident_flag_logs (resident_id, id);

grant select, insert, update, delete on residents, resident_flag_logs to eupnea_app;

alter table residents enable row level security;
create policy residents_scope on residents
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table resident_flag_logs enable row level security;
create policy resident_flag_logs_scope on resident_flag_logs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
-- file 0005-devices.sql
create table devices (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  uid text not null unique,
  name text not null,
  tz text not null,
  clinic_id text references clinics on delete set null,
  -- 128 random bits need no slow hash: SHA-256, so that a thousand devices may reconnect at once
  key_hash bytea not null,
  topic_prefix text unique,
  fw_version text,
  softap_ssid text,
  target_ssid text,
  created_at timestamptz not null default now()
);
create index on devices (clinic_id);

-- Who lay under which device when. An open row (until is null) is the present; both sides at most one (RE-5).
create table device_assignments (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  device_id text not null references devices on delete cascade,
  resident_id text not null references residents on delete cascade,
  since timestamptz not null default now(),
  until timestamptz,
  check (until is null or until >= since)
);
create unique index device_assignments_device on device_assignments (device_id) where until is null;
create unique index device_assignments_resident on device_assignments (resident_id) where until is null;
create index on device_assignments (resident_id, since);
create index on device_assignments (device_id, since);

-- What a device sent that could not be kept, counted by reason.
create table malformed_messages (
  device_id text not null references devices on delete cascade,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  sample text not null,
  primary key (device_id, reason)
);

grant select, insert, update, delete on devices, device_assignments, malformed_messages to eupnea_app;

alter table devices enable row level security;
create policy devices_scope on devices
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table device_assignments enable row level security;
create policy device_assignments_scope on device_assignments
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table malformed_messages enable row level security;
create policy malformed_messages_scope on malformed_messages
  using ((select scope_all()) or device_id in (select id from devices));
-- file 0006-readings.sql
-- Samples. device_no and clinic_no are the facility and device at the time of the reading, so that a device that
-- moves to another facility leaves what it measured behind. clinic_no 0: a device in stock.

-- (device_no, ts) is a reading's identity; the first one wins. Partitioned by day of ts (keep_readings).
create table readings (
  device_no integer not null,
  clinic_no integer not null,
  ts timestamptz not null,
  rr real,
  dist real,
  primary key (device_no, ts)
) partition by range (ts);

create table waves (
  device_no integer not null,
  clinic_no integer not null,
  ts timestamptz not null,
  hz real not null,
  -- little-endian float32, millimetres
  samples bytea not null,
  primary key (device_no, ts)
) partition by range (ts);

-- Sums of one minute of one device; sums, so that late readings are added and never recounted.
create table minutes (
  device_no integer not null,
  clinic_no integer not null,
  minute timestamptz not null,
  n integer not null,
  n_rr integer not null,
  sum_rr double precision not null,
  min_rr real,
  max_rr real,
  n_dist integer not null,
  sum_dist double precision not null,
  n_presence integer not null,
  primary key (device_no, minute)
) partition by range (minute);

-- Sums over the minutes of a closed hour, made by a job. A missing row means: ask the minutes. Late readings delete
-- the row of their hour in the transaction that stores them, so what it says is never old.
create table hours (
  device_no integer not null,
  clinic_no integer not null,
  hour timestamptz not null,
  -- minutes with any reading, with a valid rr, with a valid distance, in bed
  n smallint not null,
  n_rr smallint not null,
  n_dist smallint not null,
  n_in_bed smallint not null,
  -- sums of minute averages, and the least and greatest reading
  sum_rr double precision not null,
  min_rr real,
  max_rr real,
  sum_dist double precision not null,
  primary key (device_no, hour)
);
create index on hours (hour);

-- Newest reading of every device: live state is rebuilt from it.
create table latest (
  device_no integer primary key,
  clinic_no integer not null,
  ts timestamptz not null,
  rr real,
  dist real,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Whether a device speaks: a connection of its own, its status message, its last will, silence.
create table presence (
  device_no integer primary key,
  online boolean not null,
  changed_at timestamptz not null
) with (fillfactor = 50);

-- Each resident's usual, for the r-score.
create table baselines (
  resident_id text primary key references residents on delete cascade,
  median real not null,
  mad real not null,
  minutes integer not null,
  computed_at timestamptz not null
);

-- Respiration out of range; an open row (ended_at is null) at most once a resident and direction (AL-2).
create table episodes (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  device_id text not null references devices on delete cascade,
  direction text not null check (direction in ('low', 'high')),
  severity text not null check (severity in ('warning', 'danger')),
  rr real not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index episodes_open on episodes (resident_id, direction) where ended_at is null;
create index on episodes (clinic_id, raised_at);

-- Who leaves the device leaves their episodes behind, in the same transaction.
create function end_episodes() returns trigger language plpgsql as $$
begin
  update episodes set ended_at = now() where resident_id = new.resident_id and ended_at is null;
  return null;
end
$$;
create trigger end_episodes after update of until on device_assignments
  for each row when (old.until is null and new.until is not null) execute function end_episodes();

create table notifications (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  episode_id text references episodes on delete cascade,
  title text not null,
  description text not null,
  action text not null,
  severity text not null,
  patient_id text references residents on delete cascade,
  extra_detail jsonb not null,
  seen boolean not null default false,
  created_at timestamptz not null default now()
);
create index on notifications (clinic_id, created_at);

grant select, insert, update, delete on
  readings, waves, minutes, hours, latest, presence, baselines, episodes, notifications to eupnea_app;

alter table readings enable row level security;
create policy readings_scope on readings
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table waves enable row level security;
create policy waves_scope on waves
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table minutes enable row level security;
create policy minutes_scope on minutes
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table hours enable row level security;
create policy hours_scope on hours
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table latest enable row level security;
create policy latest_scope on latest
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table presence enable row level security;
create policy presence_scope on presence
  using ((select scope_all()) or device_no in (select no from devices));
alter table baselines enable row level security;
create policy baselines_scope on baselines
  using ((select scope_all()) or resident_id in (select id from residents));
alter table episodes enable row level security;
create policy episodes_scope on episodes
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table notifications enable row level security;
create policy notifications_scope on notifications
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Creates the day partitions from `first` to `last` and drops those wholly before `keep_from`. Runs as the owner:
-- the portal's role may not change tables.
create function keep_partitions(first date, last date, readings_from date, minutes_from date) returns void
  language plpgsql security definer set search_path = public as $$
declare
  day date;
  part record;
  parent text;
begin
  -- one node at a time
  perform pg_advisory_xact_lock(hashtext('keep_partitions'));
  foreach parent in array array['readings', 'waves', 'minutes'] loop
    for day in select generate_series(first, last, interval '1 day')::date loop
      if to_regclass(format('%s_%s', parent, to_char(day, 'YYYYMMDD'))) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L) %s',
          parent || '_' || to_char(day, 'YYYYMMDD'), parent, day::text || ' 00:00Z', (day + 1)::text || ' 00:00Z',
          case parent when 'minutes' then 'with (fillfactor = 70)' else '' end);
      end if;
    end loop;
    for part in
      select c.relname, to_date(right(c.relname, 8), 'YYYYMMDD') as of_day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass
    loop
      if part.of_day < (case parent when 'minutes' then minutes_from else readings_from end) then
        execute format('drop table %I', part.relname);
      end if;
    end loop;
  end loop;
end
$$;
revoke all on function keep_partitions from public;
grant execute on function keep_partitions to eupnea_app;
-- file 0007-views.sql
-- What nouns may know of each other without reading each other's tables. security_invoker: the scope of the reader holds.

-- The device that each resident lies under now.
create view resident_devices with (security_invoker = true) as
  select a.resident_id, a.clinic_id, a.since, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from device_assignments a
  join devices d on d.id = a.device_id
  left join presence p on p.device_no = d.no
  where a.until is null;

-- Where each resident is, as far as devices are concerned.
create view resident_places with (security_invoker = true) as
  select id as resident_id, clinic_id, status, room, floor from residents;

-- What live monitoring must know of each device.
create view device_places with (security_invoker = true) as
  select d.no as device_no, d.id as device_id, d.clinic_id, coalesce(c.no, 0) as clinic_no, d.topic_prefix,
    a.resident_id, a.since as resident_since
  from devices d
  left join clinics c on c.id = d.clinic_id
  left join device_assignments a on a.device_id = d.id and a.until is null;

-- Minutes that are a resident's own: measured by a device while they lay under it.
create view resident_minutes with (security_invoker = true) as
  select a.resident_id, m.*
  from device_assignments a
  join devices d on d.id = a.device_id
  join minutes m on m.device_no = d.no and m.minute >= date_trunc('minute', a.since)
    and (a.until is null or m.minute < a.until);

grant select on resident_devices, resident_places, device_places, resident_minutes to eupnea_app;
-- file 0008-summary.sql
-- Respiration and time in bed over long spans: from whole hours where they are rolled up, from minutes elsewhere.

-- Folded when a query is planned, so that only the partitions of the asked days are looked at.
create function earliest(instants timestamptz[]) returns timestamptz
  language sql immutable parallel safe
  return (select min(instant) from unnest(instants) instant);

create function latest_of(instants timestamptz[]) returns timestamptz
  language sql immutable parallel safe
  return (select max(instant) from unnest(instants) instant);

-- Spans are (device, since, until), counted from 1; spans, because a resident's day may lie under several devices.
-- One row an hour of a span that holds any minute; n counts minutes, sums add minute averages, as in `hours`.
-- Not a plan of its own: it is inlined into the query that asks, whose spans the planner then knows.
create function respiration_hours(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, hour timestamptz, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real,
  n_dist bigint, sum_dist double precision, n_in_bed bigint)
language sql stable as $$
  with spans as materialized (
    select s.span, s.device, s.since, s.until, s.until - interval '1 hour' as last_whole
    from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
    where s.since < s.until
  ),
  rolled as materialized (
    select s.span, h.* from spans s
    join hours h on h.device_no = s.device and h.hour >= s.since and h.hour <= s.last_whole
    where h.hour >= earliest(sinces) and h.hour < latest_of(untils)
  ),
  -- What no rolled hour covers: hours without a row, and the two ends of a span.
  gaps as (
    select s.span, s.device, slot as hour, greatest(slot, s.since) as since, least(slot + interval '1 hour', s.until) as until
    from spans s,
      generate_series(date_trunc('hour', s.since, 'UTC'), s.until - interval '1 microsecond', interval '1 hour') slot
    where not exists (select from rolled r where r.span = s.span and r.hour = slot)
  )
  select r.span, r.hour, r.n::bigint, r.n_rr::bigint, r.sum_rr, r.min_rr, r.max_rr, r.n_dist::bigint, r.sum_dist, r.n_in_bed::bigint
  from rolled r
  union all
  select g.span, g.hour, m.n, m.n_rr, m.sum_rr, m.min_rr, m.max_rr, m.n_dist, m.sum_dist, m.n_in_bed
  from gaps g cross join lateral (
    select count(*) as n,
      count(*) filter (where m.n_rr > 0) as n_rr, coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0) as sum_rr,
      min(m.min_rr) as min_rr, max(m.max_rr) as max_rr,
      count(*) filter (where m.n_dist > 0) as n_dist, coalesce(sum(m.sum_dist / nullif(m.n_dist, 0)), 0) as sum_dist,
      count(*) filter (where m.n_presence * 2 >= m.n) as n_in_bed
    from minutes m
    where m.device_no = g.device and m.minute >= g.since and m.minute < g.until
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
  ) m
  where m.n > 0
$$;

-- One row a span that holds any minute. Whole hours are added up as they are found; hour by hour is looked only at spans
-- that lack one, beside the two ends of each.
create function respiration_summary(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint)
language sql stable as $$
  with spans as materialized (
    select s.span, s.device, s.since, s.until,
      date_trunc('hour', s.since + interval '1 hour' - interval '1 microsecond', 'UTC') as first_hour,
      date_trunc('hour', s.until, 'UTC') as end_hour
    from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
    where s.since < s.until
  ),
  whole as materialized (
    select s.*, h.* from spans s cross join lateral (
      select count(*) as hours, sum(h.n)::bigint as n, sum(h.n_rr)::bigint as n_rr, sum(h.sum_rr) as sum_rr,
        min(h.min_rr) as min_rr, max(h.max_rr) as max_rr, sum(h.n_in_bed)::bigint as n_in_bed
      from hours h
      where h.device_no = s.device and h.hour >= s.first_hour and h.hour < s.end_hour
        and h.hour >= earliest(sinces) and h.hour < latest_of(untils)
    ) h
  ),
  gaps as (
    select w.span, w.device, w.since, least(w.first_hour, w.until) as until from whole w where w.since < w.first_hour
    union all
    select w.span, w.device, w.end_hour, w.until from whole w where w.end_hour >= w.first_hour and w.end_hour < w.until
    union all
    select w.span, w.device, slot, slot + interval '1 hour'
    from whole w cross join lateral generate_series(w.first_hour, w.end_hour - interval '1 hour', interval '1 hour') slot
    where w.hours < date_part('epoch', w.end_hour - w.first_hour) / 3600
      and not exists (select from hours h where h.device_no = w.device and h.hour = slot)
  )
  select p.span, sum(p.n)::bigint, sum(p.n_rr)::bigint, sum(p.sum_rr), min(p.min_rr), max(p.max_rr), sum(p.n_in_bed)::bigint
  from (
    select w.span, w.n, w.n_rr, w.sum_rr, w.min_rr, w.max_rr, w.n_in_bed from whole w where w.hours > 0
    union all
    select g.span, m.n, m.n_rr, m.sum_rr, m.min_rr, m.max_rr, m.n_in_bed
    from gaps g cross join lateral (
      select count(*) as n, count(*) filter (where m.n_rr > 0) as n_rr,
        coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0) as sum_rr, min(m.min_rr) as min_rr, max(m.max_rr) as max_rr,
        count(*) filter (where m.n_presence * 2 >= m.n) as n_in_bed
      from minutes m
      where m.device_no = g.device and m.minute >= g.since and m.minute < g.until
        and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    ) m
    where m.n > 0
  ) p group by p.span
$$;

-- The roll-up and late readings exclude each other. Without that, a roll-up could read the minutes before a late reading
-- is committed and write its row after that reading had looked for one to delete: the row would be old for ever.
-- Whoever stores readings of an hour that is over, or is about to be, calls this before anything else in the
-- transaction (read committed): it either goes first, and the roll-up sees what it stores, or finds the roll-up's row.
create function hold_hours() returns void
  language sql
  begin atomic select pg_advisory_xact_lock_shared(hashtext('roll_hours')); end;

-- Hours in [first, last) of which some device has minutes and no row.
create function unrolled_hours(first timestamptz, last timestamptz) returns setof timestamptz
language sql stable as $$
  with missing as materialized (
    select d.no, slot from devices d, generate_series(first, last - interval '1 hour', interval '1 hour') slot
    where not exists (
      select from hours h where h.device_no = d.no and h.hour = slot and h.hour >= first and h.hour < last
    )
  )
  select distinct s.slot from missing s cross join lateral (
    -- limit: one probe of the index each, never a join with all minutes
    select from minutes m
    where m.device_no = s.no and m.minute >= s.slot and m.minute < s.slot + interval '1 hour'
      and m.minute >= first and m.minute < last
    limit 1
  ) m
$$;

-- Rolls the hour [first, last) of every device that has no row of it; late readings wait meanwhile. An hour in which a
-- device moved to another facility stays unrolled: its row could be of one facility only.
create function roll_hours(first timestamptz, last timestamptz) returns void
language plpgsql as $$
begin
  -- A node that stands still in the middle of this must not hold up the others' late readings.
  perform set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '10s', true);
  perform pg_advisory_xact_lock(hashtext('roll_hours'));
  -- Planned each time: one plan for every hour would open and lock every partition.
  execute '
    insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist)
    select m.device_no, min(m.clinic_no), $1, count(*), count(*) filter (where m.n_rr > 0),
      count(*) filter (where m.n_dist > 0), count(*) filter (where m.n_presence * 2 >= m.n),
      coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0), min(m.min_rr), max(m.max_rr),
      coalesce(sum(m.sum_dist / nullif(m.n_dist, 0)), 0)
    from devices d join minutes m on m.device_no = d.no
    where m.minute >= $1 and m.minute < $2
      and not exists (select from hours h where h.device_no = d.no and h.hour = $1)
    group by m.device_no having min(m.clinic_no) = max(m.clinic_no)
    order by m.device_no
    on conflict do nothing' using first, last;
end
$$;

grant execute on function earliest, latest_of, respiration_hours, respiration_summary, hold_hours, unrolled_hours, roll_hours
  to eupnea_app;
-- file 0010-devices.sql
-- What lists and reports show of a device. present_since: from this minute on, what the device says is its present
-- resident's or, without one, nobody's; null when it has been so from the beginning.

-- When each resident lay under which device, and which whole minutes are theirs: those in which they lay there and
-- nobody else did, so that the minute of a hand-over, a mean of two people, is no one's. end_minute is null while open.
create view resident_spans with (security_invoker = true) as
  select a.id, a.resident_id, a.clinic_id, a.device_id, d.no as device_no, a.since, a.until, e.first_minute, e.end_minute
  from device_assignments a
  join devices d on d.id = a.device_id
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

create or replace view resident_minutes with (security_invoker = true) as
  select s.resident_id, m.*
  from resident_spans s
  join minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
    and (s.end_minute is null or m.minute < s.end_minute);

create view device_details with (security_invoker = true) as
  select d.id as device_id, d.no as device_no, d.uid as device_uid, d.name, d.tz, d.clinic_id, d.topic_prefix,
    d.fw_version, d.softap_ssid, d.target_ssid, a.resident_id, r.room, r.floor,
    coalesce(p.online, false) as online, l.ts as last_seen,
    case when a.id is not null then (select s.first_minute from resident_spans s where s.id = a.id)
      else (select date_trunc('minute', max(o.until) + interval '1 minute' - interval '1 microsecond')
        from device_assignments o where o.device_id = d.id) end as present_since
  from devices d
  left join device_assignments a on a.device_id = d.id and a.until is null
  left join residents r on r.id = a.resident_id
  left join presence p on p.device_no = d.no
  left join latest l on l.device_no = d.no;

-- Each facility's devices and residents in numbers (DE-5).
create view clinic_devices with (security_invoker = true) as
  select c.id as clinic_id,
    (select count(*) from devices d where d.clinic_id = c.id) as installed,
    (select count(*) from devices d join presence p on p.device_no = d.no where d.clinic_id = c.id and p.online) as online,
    (select count(*) from residents r where r.clinic_id = c.id and r.status = 1) as admitted,
    (select count(*) from resident_devices rd where rd.clinic_id = c.id and rd.online) as connected
  from clinics c;

-- Minutes as points of a curve, and readings as they were sent.
create view device_minutes with (security_invoker = true) as
  select device_no, minute, sum_rr / nullif(n_rr, 0) as avg_rr, min_rr, max_rr, sum_dist / nullif(n_dist, 0) as avg_dist
  from minutes;

create view device_readings with (security_invoker = true) as
  select device_no, ts, rr, dist from readings;

grant select on resident_spans, device_details, clinic_devices, device_minutes, device_readings to eupnea_app;

-- Locking a row asks for the right to update one column: an assignment holds the resident's status still.
grant update (resident_id) on resident_places to eupnea_app;
-- file 0011-settings.sql
-- What every node must agree on.
create table settings (
  name text primary key,
  value text not null
);
insert into settings (name, value) values ('secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
grant select on settings to eupnea_app;
-- file 0012-identity.sql
-- What identity keeps beyond users and sessions: codes, the history of sign-ins, and messages on their way out.

-- Codes that were sent by SMS or mail (ID-3, ID-4, ID-5). Only a hash is kept; the newest code of a kind replaces the
-- one before. `attempts` is counted before a code is compared, so that guesses side by side are counted too.
create table codes (
  purpose text not null check (purpose in ('otp', 'recovery', 'verification')),
  user_id text not null references users on delete cascade,
  code_hash text not null,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (purpose, user_id)
);

-- Sign-ins and attempts, as a user's profile shows them (US-3). The audit log has them too and outlives the user.
create table auth_events (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  event_type text not null check (event_type in ('SignIn', 'SignOut', 'ForgotPassword', 'NewPassword')),
  response text not null check (response in ('Pass', 'Fail', 'InProgress')),
  challenge text check (challenge in ('Password', 'NewPassword', 'Otp', 'RecoveryCode')),
  at timestamptz not null default now(),
  address text,
  user_agent text
);
create index on auth_events (user_id, id desc);

alter table users
  add column agreed_at timestamptz,
  add column last_login timestamptz;

grant select, insert, update, delete on codes to eupnea_app;
grant select, insert, delete on auth_events to eupnea_app;

-- Mails and SMS: queued in the transaction that wants them sent, sent by one node at a time, kept to be read where
-- there is no gateway.
create table outbox_messages (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'kept')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- worthless afterwards, such as a code's: not sent any more
  expires_at timestamptz,
  failure text
);
create index on outbox_messages (next_attempt_at) where status = 'queued';
create index on outbox_messages (created_at);

grant select, insert, update, delete on outbox_messages to eupnea_app;
-- file 0013-people.sql
-- Searching and sorting 100,000 users stays quick (US-2).
create extension if not exists pg_trgm;
-- The names are carried along, so that skipping pages and matching terms too short for trigrams read the index alone.
create index on users (lower(last_name), lower(first_name), id) include (first_name, last_name);
create index on users (created_at, id);
create index on users (last_login nulls first, id);
create index on users (user_type, lower(last_name), lower(first_name), id);
create index on users using gin ((first_name || ' ' || last_name) gin_trgm_ops);
create index on users using gin (email gin_trgm_ops);
create index on users (status);
-- Deleting someone looks for those whom they administer.
create index on users (admin_id) where admin_id is not null;

-- The search of the audit log (AP-5).
create index on audit_entries (act, id);
create index on audit_entries (clinic_id, id) where clinic_id is not null;
create index on audit_entries using gin (actor_name gin_trgm_ops);
create index on audit_entries ((detail ->> 'user_id'), id) where detail ->> 'user_id' is not null;

-- How often which page was opened and what was done, a day at a time; no persons, no addresses (AP-4).
create table tracked_events (
  day date not null,
  name text not null,
  route text not null,
  role text not null,
  count bigint not null,
  primary key (day, name, route, role)
);
grant select, insert, update on tracked_events to eupnea_app;
-- file 0014-codes.sql
-- When codes of a kind went out within the last hour: no more than some are sent, so that nobody's telephone or mailbox
-- is flooded (ID-9).
alter table codes add column sent_times timestamptz[] not null default array[now()];

-- A user's new challenge replaces the older ones; invitations stay for days.
create index on verifications (value);
-- file 0016-medical-groups.sql
-- Groups of facilities under one practice; a facility may belong to several (MG-1).
create table medical_groups (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index on medical_groups (lower(name));

create table medical_group_clinics (
  medical_group_id text not null references medical_groups on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (medical_group_id, clinic_id)
);
create index on medical_group_clinics (clinic_id);

grant select, insert, update, delete on medical_groups, medical_group_clinics to eupnea_app;

alter table medical_group_clinics enable row level security;
create policy medical_group_clinics_scope on medical_group_clinics
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- A group is seen by who sees one of its facilities; a group without any only with everything in sight.
alter table medical_groups enable row level security;
create policy medical_groups_scope on medical_groups
  using ((select scope_all()) or id in (select medical_group_id from medical_group_clinics));

-- Facilities as this noun shows them.
create view grouped_clinics with (security_invoker = true) as
  select c.id, c.name, c.tz,
    array(
      select json_build_object('medical_group_id', g.id, 'name', g.name)
      from medical_group_clinics m join medical_groups g on g.id = m.medical_group_id
      where m.clinic_id = c.id order by lower(g.name)
    ) as medical_groups
  from clinics c;
grant select on grouped_clinics to eupnea_app;
-- file 0017-files.sql
-- What is kept in the file stores (FI-1). A row comes before its file and goes after it, so that no file is without one:
-- pending while it is being received, removed until a job has taken the file away.
create table files (
  id text primary key default gen_random_uuid()::text,
  store text not null check (store in ('face-sheets', 'clinic-images', 'reports')),
  state text not null default 'pending' check (state in ('pending', 'kept', 'removed')),
  clinic_id text references clinics on delete set null,
  resident_id text references residents on delete set null,
  name text not null,
  type text not null default '',
  bytes bigint not null default 0,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index on files (changed_at) where state <> 'kept';
create index on files (clinic_id);
create index on files (resident_id);

grant select, insert, update, delete on files to eupnea_app;
alter table files enable row level security;
create policy files_scope on files
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
-- file 0018-device-inventory.sql
-- The inventory of devices (DE-1, DE-6). An inactive device can neither connect nor be assigned; one that was returned
-- is inactive, at no facility, and its key is void. Either has no resident: the row's lock and the checks hold that.
alter table devices
  add column inventory_status text not null default 'active' check (inventory_status in ('active', 'inactive')),
  -- Who put it in stock: of the two at most one. No reference: it stays said when the user is gone.
  add column stocked_by_admin text,
  add column stocked_by_user text,
  add column stocked_at timestamptz not null default now(),
  add column returned_at timestamptz,
  -- the device that took its place, until one of the two has another
  add column replaced_by text references devices on delete set null,
  add check (returned_at is null or (inventory_status = 'inactive' and clinic_id is null));
create index on devices (replaced_by) where replaced_by is not null;
create index on devices (stocked_at);

-- Live monitoring knows active devices alone: the others are to it as if they had been removed.
create or replace view device_places with (security_invoker = true) as
  select d.no as device_no, d.id as device_id, d.clinic_id, coalesce(c.no, 0) as clinic_no, d.topic_prefix,
    a.resident_id, a.since as resident_since
  from devices d
  left join clinics c on c.id = d.clinic_id
  left join device_assignments a on a.device_id = d.id and a.until is null
  where d.inventory_status = 'active';

create or replace view device_details with (security_invoker = true) as
  select d.id as device_id, d.no as device_no, d.uid as device_uid, d.name, d.tz, d.clinic_id, d.topic_prefix,
    d.fw_version, d.softap_ssid, d.target_ssid, a.resident_id, r.room, r.floor,
    coalesce(p.online, false) and d.inventory_status = 'active' as online, l.ts as last_seen,
    case when a.id is not null then (select s.first_minute from resident_spans s where s.id = a.id)
      else (select date_trunc('minute', max(o.until) + interval '1 minute' - interval '1 microsecond')
        from device_assignments o where o.device_id = d.id) end as present_since,
    d.inventory_status, d.returned_at is not null as is_returned, d.stocked_by_admin, d.stocked_by_user, d.stocked_at
  from devices d
  left join device_assignments a on a.device_id = d.id and a.until is null
  left join residents r on r.id = a.resident_id
  left join presence p on p.device_no = d.no
  left join latest l on l.device_no = d.no;
-- file 0019-resident-directory.sql
-- The directories of residents and of rooms (RE-1). Rooms and floors sort as people count them: 9 before 10.
create collation numeric_order (provider = icu, locale = 'und-u-kn-true');
create index on residents (clinic_id, room collate numeric_order, lower(last_name), lower(first_name), id);
create index on residents (clinic_id, lower(last_name), lower(first_name), id);
create index on residents (clinic_id, date_of_admission nulls first, id);

-- The file that information_file names (RE-2). One that another has replaced stays in files, for the eligibility log.
alter table residents add column face_sheet_id text;

-- Active devices of facilities that nobody lies under.
create view free_devices with (security_invoker = true) as
  select d.clinic_id, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from devices d
  left join presence p on p.device_no = d.no
  where d.clinic_id is not null and d.inventory_status = 'active'
    and not exists (select from device_assignments a where a.device_id = d.id and a.until is null);

-- When each device was heard last, whoever lay under it.
create view device_sightings with (security_invoker = true) as
  select device_no, ts as last_seen from latest;

grant select on free_devices, device_sightings to eupnea_app;
-- file 0020-report-links.sql
-- Links by which anyone who holds one opens a daily report (RP-4). Only a hash of the secret is kept.
create table report_links (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- SHA-256 of 128 random bits, hexadecimal
  token_hash text not null unique,
  date date not null,
  -- null: all floors
  floor text,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened bigint not null default 0,
  last_opened_at timestamptz
);
create index on report_links (clinic_id, created_at desc, id);

grant select, insert, update, delete on report_links to eupnea_app;
alter table report_links enable row level security;
create policy report_links_scope on report_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Who stands in the reports of a facility. Rooms and floors sort as people count them.
create view report_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room collate numeric_order as room,
    floor collate numeric_order as floor, status
  from residents;

-- The newest minute of each span; one probe of the index each.
create function last_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select m.minute from minutes m
    where m.device_no = s.device and m.minute >= s.since and m.minute < s.until
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    order by m.minute desc limit 1
  ) m
$$;

grant select on report_residents to eupnea_app;
grant execute on function last_minutes to eupnea_app;
-- file 0021-notifications.sql
-- Notifications as people work with them (AL-3, AL-7): who saw one, who took it on, until when it is silent. The row
-- itself is written by ingest inside the transaction of the reading that raised it (0006), or by the watchdog.
alter table notifications
  -- monitoring: of the facility itself, which no longer hears its devices; it has no resident
  add column kind text not null default 'episode' check (kind in ('episode', 'monitoring')),
  add column acknowledged_at timestamptz,
  add column acknowledged_by text references users on delete set null,
  -- kept when the user is not any more
  add column acknowledged_name text,
  add column snoozed_until timestamptz,
  add column snoozed_by text references users on delete set null,
  add column snoozed_name text,
  -- each user has their own, below
  drop column seen;
create index on notifications (patient_id, created_at);
create index on notifications (episode_id);

create table notification_views (
  notification_id text not null references notifications on delete cascade,
  user_id text not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (notification_id, user_id)
);
create index on notification_views (user_id);

grant select, insert, update, delete on notification_views to eupnea_app;
alter table notification_views enable row level security;
create policy notification_views_scope on notification_views
  using ((select scope_all()) or notification_id in (select id from notifications));

-- Every node hears of it with the commit; a transaction that raises fifty says it once a resident.
create function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('eupnea', json_build_object('type', 'changed', 'noun', 'notifications',
    'clinic_id', new.clinic_id, 'patient_id', new.patient_id)::text);
  return null;
end
$$;
create trigger tell_notification after insert on notifications
  for each row execute function tell_notification();
-- file 0022-sms-alerts.sql
-- Who is told of a notification outside the portal (AL-5, AL-6, AL-7), and what became of each message.

alter table clinics
  -- minutes until a notification that nobody acknowledged goes to the next recipients; null: never
  add column escalation_minutes integer check (escalation_minutes between 1 and 1440),
  -- e-mail addresses and phone numbers
  add column escalation_recipients text[] not null default '{}';

-- Phone numbers that get an SMS. A number that was disabled keeps its row and is made active again.
create table sms_alerts (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- E.164
  phone text not null,
  name text not null default '',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (clinic_id, phone)
);

-- What is still to be told. Level 0: subscriptions and alert recipients; level 1: escalation.
create table alert_dispatches (
  notification_id text not null references notifications on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  level smallint not null check (level in (0, 1)),
  due_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (notification_id, level)
);
create index on alert_dispatches (due_at) where done_at is null;
create index on alert_dispatches (clinic_id);

-- One message to one receiver. An episode that gets worse raises a second notification, and no second message.
create table alert_deliveries (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  notification_id text not null references notifications on delete cascade,
  episode_id text references episodes on delete cascade,
  level smallint not null,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  sms_alert_id text references sms_alerts on delete set null,
  -- in the outbox, which forgets it in time
  message_id text not null,
  -- SHA-256 of what stands in the message's link
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  opened_name text
);
create unique index alert_deliveries_once on alert_deliveries (coalesce(episode_id, notification_id), level, kind, recipient);
create index on alert_deliveries (notification_id);
create index on alert_deliveries (sms_alert_id, created_at);
create index on alert_deliveries (message_id);
create index on alert_deliveries (clinic_id);

grant select, insert, update, delete on sms_alerts, alert_dispatches, alert_deliveries to eupnea_app;
alter table sms_alerts enable row level security;
create policy sms_alerts_scope on sms_alerts
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table alert_dispatches enable row level security;
create policy alert_dispatches_scope on alert_dispatches
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table alert_deliveries enable row level security;
create policy alert_deliveries_scope on alert_deliveries
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- With the reading that raised it: both are there, or neither. Who waits for it hears of it by tell_notification (0021).
create function dispatch_notification() returns trigger language plpgsql as $$
begin
  insert into alert_dispatches (notification_id, clinic_id, level) values (new.id, new.clinic_id, 0);
  return null;
end
$$;
create trigger dispatch_notification after insert on notifications
  for each row execute function dispatch_notification();

-- What a message says of a notification.
create view alert_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.episode_id, n.kind, n.title, n.description, n.extra_detail, n.created_at,
    n.patient_id as resident_id, n.acknowledged_at, n.acknowledged_name, n.snoozed_until, e.ended_at,
    coalesce(r.first_name, '') as first_name, coalesce(r.last_name, '') as last_name, coalesce(r.room, '') as room
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join residents r on r.id = n.patient_id;
grant select on alert_notifications to eupnea_app;

-- Messages of the outbox that may be merged with others to the same receiver, and what came back of them.
alter table outbox_messages
  -- of whom, since when and where it leads; null: a message of its own, such as a code
  add column notice jsonb,
  -- on its way until then, at most
  add column lease_until timestamptz,
  -- last time that it was given to its gateway
  add column taken_at timestamptz,
  -- the gateway may have it although it did not say so: never under another id
  add column is_unclear boolean not null default false,
  add column merged_into text,
  -- what the gateway says of its way
  add column delivery text check (delivery in ('sent', 'delivered', 'undelivered', 'failed')),
  add column delivery_at timestamptz,
  drop constraint outbox_messages_status_check,
  add constraint outbox_messages_status_check check (status in ('queued', 'sent', 'failed', 'kept', 'merged'));
create index on outbox_messages (kind, recipient, taken_at) where notice is not null;
create index on outbox_messages (merged_into) where merged_into is not null;

-- How it stands with each gateway, for all nodes.
create table outbox_gateways (
  kind text primary key check (kind in ('mail', 'sms')),
  -- asked for patience (429)
  paused_until timestamptz,
  -- in a row; while there are any, one notice at a time tries whether it is back
  failures integer not null default 0,
  failed_at timestamptz,
  next_probe_at timestamptz
);
insert into outbox_gateways (kind) values ('mail'), ('sms');
grant select, insert, update, delete on outbox_gateways to eupnea_app;
-- file 0023-notifications.sql
-- Standing watch over the facilities themselves: when none of their devices is heard any more, or the portal's own jobs
-- stand still. One open outage a facility and cause, however many nodes look.
create table monitoring_outages (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- readings: no device is heard; jobs: the portal's jobs or its messages stand still
  cause text not null check (cause in ('readings', 'jobs')),
  -- when it was heard last
  since timestamptz not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index monitoring_outages_open on monitoring_outages (clinic_id, cause) where ended_at is null;

grant select, insert, update, delete on monitoring_outages to eupnea_app;
alter table monitoring_outages enable row level security;
create policy monitoring_outages_scope on monitoring_outages
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

alter table notifications add column outage_id text references monitoring_outages on delete cascade;
create index on notifications (outage_id);

-- Kept as it was when they looked.
alter table notification_views add column name text not null default '';

-- When each part of the portal last showed that it works.
create table heartbeats (
  part text primary key,
  at timestamptz not null
);
grant select, insert, update on heartbeats to eupnea_app;

-- When it was linked. `since` may lie before: a new device's first resident has what it has stored until then.
alter table device_assignments add column linked_at timestamptz not null default now();

-- Facilities with residents under devices, and when any of these devices was heard last. Silence of an ESPHome node is
-- no fault as long as its status says that it lives.
create view monitored_clinics with (security_invoker = true) as
  select c.id as clinic_id, c.tz, count(*) as devices,
    max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end) as last_heard,
    greatest(min(a.linked_at), max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end)) as heard_or_since
  from clinics c
  join device_assignments a on a.clinic_id = c.id and a.until is null
  join devices d on d.id = a.device_id
  left join latest l on l.device_no = d.no
  left join presence p on p.device_no = d.no
  group by c.id, c.tz;

-- Notifications with what became of them, and whom they are about as far as that is known.
create view listed_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.kind, n.title, n.description, n.action, n.severity, n.patient_id, n.extra_detail,
    n.episode_id, n.outage_id, n.created_at, n.acknowledged_at, n.acknowledged_by, n.acknowledged_name,
    n.snoozed_until, n.snoozed_by, n.snoozed_name,
    coalesce(e.ended_at, o.ended_at) as ended_at,
    r.first_name, r.last_name, r.room, r.status as resident_status,
    (select d.id from devices d where d.id = n.extra_detail ->> 'device_id') as device_id,
    case
      when e.ended_at is not null or o.ended_at is not null then 'ended'
      when n.acknowledged_at is not null then 'acknowledged'
      when n.snoozed_until > now() then 'snoozed'
      else 'open'
    end as state
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join monitoring_outages o on o.id = n.outage_id
  left join residents r on r.id = n.patient_id;

grant select on monitored_clinics, listed_notifications to eupnea_app;
-- file 0024-notes.sql
-- Notes about residents (NO-1). A change keeps what was written before: nothing of a clinical record is lost.
create table notes (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  -- as the resident is known as a member
  member_id text not null,
  -- change: tells what has changed in care
  kind text not null check (kind in ('note', 'change')),
  -- the flag status that it is about
  status smallint check (status between 1 and 5),
  note text not null,
  -- in files; one that another has replaced stays with the text before
  file_id text,
  created_at timestamptz not null default now(),
  -- kept when the user is not any more
  created_by text not null,
  created_name text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  updated_name text not null
);
create index on notes (clinic_id, created_at desc, id);
create index on notes (resident_id, created_at desc, id);

-- How a note stood before it was changed, and who had left it so.
create table note_versions (
  note_id text not null references notes on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  kind text not null,
  status smallint,
  note text not null,
  file_id text,
  written_at timestamptz not null,
  written_by text not null,
  written_name text not null,
  primary key (note_id, written_at)
);
create index on note_versions (clinic_id);
create index on note_versions (resident_id);

-- Each face sheet that was stored, with what it was for (BI-4).
create table eligibility_logs (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  file_id text not null,
  information_file text not null,
  billing_information text,
  created_at timestamptz not null default now(),
  created_by text not null,
  created_name text not null
);
create index on eligibility_logs (clinic_id, created_at desc, id);
create index on eligibility_logs (resident_id);

insert into eligibility_logs (clinic_id, resident_id, file_id, information_file, billing_information, created_at,
  created_by, created_name)
select f.clinic_id, f.resident_id, f.id, f.name, r.billing_information, f.created_at, coalesce(a.actor_id, ''),
  coalesce(a.actor_name, '')
from files f
join residents r on r.id = f.resident_id
left join lateral (
  select actor_id, actor_name from audit_entries
  where resident_id = r.id and act = 'resident.upload-face-sheet' and detail ->> 'file_id' = f.id limit 1
) a on true
where f.store = 'face-sheets' and f.state = 'kept' and f.clinic_id is not null;

grant select, insert, update, delete on notes, note_versions, eligibility_logs to eupnea_app;
alter table notes enable row level security;
create policy notes_scope on notes
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table note_versions enable row level security;
create policy note_versions_scope on note_versions
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table eligibility_logs enable row level security;
create policy eligibility_logs_scope on eligibility_logs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whom notes and eligibility logs are about.
create view noted_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.room, r.status, r.flag_status, d.device_id
  from residents r
  left join resident_devices d on d.resident_id = r.id;

-- Documents of residents that a link may open, and whether each is the resident's present face sheet.
create view linked_files with (security_invoker = true) as
  select f.id as file_id, f.clinic_id, f.resident_id, r.face_sheet_id is not distinct from f.id as is_present
  from files f
  join residents r on r.id = f.resident_id
  where f.store = 'face-sheets' and f.state = 'kept' and r.status <> 0;

grant select on noted_residents, linked_files to eupnea_app;
-- file 0025-daily-reports.sql
-- Daily reports that were made: saved, sent, or by the clock (RP-5, RP-6). The file is what was sent, kept as it was.
create table daily_reports (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  date date not null,
  -- null: all floors
  floor text,
  file_id text not null references files on delete cascade,
  file_name text not null,
  made_at timestamptz not null default now(),
  -- e-mail of who made it; null: the clock
  made_by text,
  -- addresses that it was sent to so far
  sent_to integer not null default 0,
  last_sent_at timestamptz
);
create index on daily_reports (clinic_id, made_at desc, id);
-- By the clock once, however many nodes there are and however often they start.
create unique index daily_reports_scheduled on daily_reports (clinic_id, date) where made_by is null;

grant select, insert, update, delete on daily_reports to eupnea_app;
alter table daily_reports enable row level security;
create policy daily_reports_scope on daily_reports
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- When the report of the day before is sent, in the facility's zone.
alter table clinics add column daily_report_time text not null default '07:00'
  check (daily_report_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- A file that goes with a mail. It stays until nobody is to get it any more.
alter table outbox_messages
  add column attachment_file_id text references files on delete set null,
  add column attachment_name text;
create index on outbox_messages (attachment_file_id) where attachment_file_id is not null;

-- Who may be sent a report of a facility.
create view report_readers with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email
  from users u join user_clinics c on c.user_id = u.id
  where u.status = 1 and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));

grant select on report_readers to eupnea_app;
-- file 0026-resident-reports.sql
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
-- file 0027-billing.sql
-- Billing: on which days of its facility a resident was monitored (BI-1).

-- Days of zones with half hours begin in the middle of an hour. Bit m says that minute m of the hour has a reading, or a
-- valid rr, so that an hour is cut at any minute without asking its minutes; null in rows from before.
alter table hours add column heard bigint, add column valid bigint;

create or replace function roll_hours(first timestamptz, last timestamptz) returns void
language plpgsql as $$
begin
  -- A node that stands still in the middle of this must not hold up the others' late readings.
  perform set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '10s', true);
  perform pg_advisory_xact_lock(hashtext('roll_hours'));
  -- Planned each time: one plan for every hour would open and lock every partition.
  execute '
    insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid)
    select m.device_no, min(m.clinic_no), $1, count(*), count(*) filter (where m.n_rr > 0),
      count(*) filter (where m.n_dist > 0), count(*) filter (where m.n_presence * 2 >= m.n),
      coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0), min(m.min_rr), max(m.max_rr),
      coalesce(sum(m.sum_dist / nullif(m.n_dist, 0)), 0),
      bit_or(b.bit), coalesce(bit_or(b.bit) filter (where m.n_rr > 0), 0)
    from devices d join minutes m on m.device_no = d.no
    cross join lateral (select 1::bigint << (extract(epoch from m.minute - $1) / 60)::integer as bit) b
    where m.minute >= $1 and m.minute < $2
      and not exists (select from hours h where h.device_no = d.no and h.hour = $1)
    group by m.device_no having min(m.clinic_no) = max(m.clinic_no)
    order by m.device_no
    on conflict do nothing' using first, last;
end
$$;

-- Bits of the minutes from `since` until `until` after the full hour; never all sixty.
create function minute_bits(since interval, until interval) returns bigint
  language sql immutable parallel safe
  return ((1::bigint << (date_part('epoch', until - since)::integer / 60)) - 1) << (date_part('epoch', since)::integer / 60);

-- Spans are (device, since, until), counted from 1, of whole minutes; days lie between one midnight and the next and are
-- counted from 1. Rows say how many minutes of a span and day have a reading, and a valid rr; a span and day may have
-- several, which add up, and none when it has no reading. From whole hours where they are rolled up, as in 0008.
create function monitored_minutes(devices integer[], sinces timestamptz[], untils timestamptz[], midnights timestamptz[])
returns table (span bigint, day bigint, n bigint, n_rr bigint)
language sql stable as $$
  with pieces as materialized (
    select s.span, d.day, s.device, e.since, e.until, e.first_hour, e.last_hour, e.until - interval '1 hour' as last_whole,
      e.since <> e.first_hour or e.until <> date_trunc('hour', e.until, 'UTC') as is_cut,
      ceil(date_part('epoch', e.until - e.first_hour) / 3600) as slots
    from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
    join unnest(midnights[:cardinality(midnights) - 1], midnights[2:]) with ordinality d(since, until, day)
      on greatest(s.since, d.since) < least(s.until, d.until)
    cross join lateral (
      select greatest(s.since, d.since) as since, least(s.until, d.until) as until,
        date_trunc('hour', greatest(s.since, d.since), 'UTC') as first_hour,
        date_trunc('hour', least(s.until, d.until) - interval '1 microsecond', 'UTC') as last_hour
      offset 0
    ) e
  ),
  rolled as materialized (
    select p.*, whole.hours + cut.hours as hours, whole.n + cut.n as n, whole.n_rr + cut.n_rr as n_rr
    from pieces p
    cross join lateral (
      select count(*) as hours, coalesce(sum(h.n), 0) as n, coalesce(sum(h.n_rr), 0) as n_rr
      from hours h
      where h.device_no = p.device and h.hour >= p.since and h.hour <= p.last_whole
        and h.hour >= earliest(sinces) and h.hour < latest_of(untils)
    ) whole
    -- The hours at the ends, of which only some minutes are the piece's.
    cross join lateral (
      select count(*) as hours, coalesce(sum(bit_count((h.heard & c.bits)::bit(60))), 0)::bigint as n,
        coalesce(sum(bit_count((h.valid & c.bits)::bit(60))), 0)::bigint as n_rr
      from hours h cross join lateral (
        select minute_bits(greatest(p.since - h.hour, '0'), least(p.until - h.hour, '1 hour')) as bits offset 0
      ) c
      where p.is_cut and h.device_no = p.device and h.hour in (p.first_hour, p.last_hour)
        and (h.hour < p.since or h.hour > p.last_whole) and h.heard is not null
    ) cut
  ),
  -- What no rolled hour covers; a piece without any such hour is one gap.
  gaps as (
    select r.span, r.day, r.device, greatest(slot, r.since) as since,
      case r.hours when 0 then r.until else least(slot + interval '1 hour', r.until) end as until
    from rolled r cross join lateral generate_series(
      r.first_hour, r.last_hour, case r.hours when 0 then interval '100 years' else interval '1 hour' end) slot
    where r.hours < r.slots and not exists (
      select from hours h where r.hours > 0 and h.device_no = r.device and h.hour = slot
        and (h.heard is not null or (h.hour >= r.since and h.hour <= r.last_whole))
    )
  )
  select r.span, r.day, r.n, r.n_rr from rolled r where r.n > 0
  union all
  select g.span, g.day, m.n, m.n_rr
  from gaps g cross join lateral (
    select count(*) as n, count(*) filter (where m.n_rr > 0) as n_rr
    from minutes m
    where m.device_no = g.device and m.minute >= g.since and m.minute < g.until
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
  ) m
  where m.n > 0
$$;

-- The oldest minute of each span; one probe of the index each.
create function first_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select m.minute from minutes m
    where m.device_no = s.device and m.minute >= s.since and m.minute < s.until
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    order by m.minute limit 1
  ) m
$$;

-- What billing says of a resident.
create view billing_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, mr_no, dob,
    information_file, date_of_admission
  from residents;

grant select on billing_residents to eupnea_app;
grant execute on function monitored_minutes, minute_bits, first_minutes to eupnea_app;
-- file 0028-ehr-import.sql
-- Residents from an external EHR (EH-1 to EH-3), and what goes back to it.

-- How a facility's EHR is reached. What opens it is sealed with the portal's secret (server/platform/seal.ts).
create table ehr_connections (
  clinic_id text primary key references clinics on delete cascade,
  source text not null check (source in ('pcc', 'fhir')),
  base_url text not null,
  -- '': where the source says so itself
  token_url text not null default '',
  org_uuid text not null default '',
  facility_id text not null default '',
  client_id text not null,
  -- client secret (pcc) or private key as JWK (fhir)
  sealed bytea not null,
  -- fhir: what the EHR checks our signature with; the address that it is published at names key_id
  algorithm text check (algorithm in ('ES384', 'RS384')),
  key_id text unique,
  public_key jsonb,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

-- Who of the EHR is which resident here, and what the EHR said of them last: a field that still says it was not changed
-- by anybody here. A field that is missing came from here.
create table ehr_links (
  -- the resident's
  clinic_id text not null,
  source text not null,
  external_id text not null,
  resident_id text not null references residents on delete cascade,
  said jsonb not null,
  primary key (clinic_id, source, external_id)
);
create unique index on ehr_links (clinic_id, resident_id);
create index on ehr_links (resident_id);

create table ehr_runs (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  source text not null,
  state text not null default 'reading'
    check (state in ('reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  started_at timestamptz not null default now(),
  started_by text not null,
  confirmed_by text,
  finished_at timestamptz,
  -- where reading goes on after a stop; null at the beginning
  next_page text,
  pages integer not null default 0,
  rows_read integer not null default 0,
  -- as the EHR announces it, if it does
  rows_announced integer,
  -- how many rows of each kind there were, and how many were written, once it has ended
  counts jsonb,
  -- why it failed
  message text,
  -- the EHR asked for patience until then
  waits_until timestamptz,
  -- the node at work, and until when it need not be asked again
  worker text,
  lease_until timestamptz
);
create index on ehr_runs (clinic_id, started_at desc, id);
create unique index on ehr_runs (clinic_id) where state in ('reading', 'preview', 'applying');

create table ehr_rows (
  run_id text not null references ehr_runs on delete cascade,
  no integer not null,
  -- the run's
  clinic_id text not null,
  -- null: the row does not say whom it is about
  external_id text,
  kind text not null
    check (kind in ('create', 'update', 'discharge', 'unchanged', 'ask', 'failed', 'left_out')),
  -- why it failed, is left out or asks
  reason text not null default '',
  -- for people: who it is about, if that can be told
  name text not null default '',
  -- what the EHR says
  incoming jsonb,
  resident_id text,
  -- residents here who may be the one, for a person to choose from
  candidates text[] not null default '{}',
  -- [{field, from, to, asks}]
  changes jsonb not null default '[]',
  -- the resident's record when this was planned
  planned_at timestamptz,
  -- null: nobody decided
  decision text check (decision in ('skip', 'apply', 'new', 'link')),
  -- fields in which the EHR's value is taken although it was changed here
  take text[] not null default '{}',
  -- null: not yet looked at; true: written; false: left as it was
  applied boolean,
  primary key (run_id, no)
  -- Each row is changed once, when it is written: there is room for that beside it.
) with (fillfactor = 60);
create index on ehr_rows (run_id, kind, no);

grant select, insert, update, delete on ehr_connections, ehr_links, ehr_runs, ehr_rows to eupnea_app;
alter table ehr_connections enable row level security;
create policy ehr_connections_scope on ehr_connections
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_links enable row level security;
create policy ehr_links_scope on ehr_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_runs enable row level security;
create policy ehr_runs_scope on ehr_runs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_rows enable row level security;
create policy ehr_rows_scope on ehr_rows
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whom an import may find here.
create view importable_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room, floor, status, dob, gender, mr_no,
    date_of_admission, updated_at
  from residents;

-- Whom observations are about.
create view observed_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, dob, gender, mr_no, updated_at
  from residents where status <> 0;

grant select on importable_residents, observed_residents to eupnea_app;
-- file 0029-members.sql
-- Members, whom they are shared with, and requests about a person's data.

-- Who calls, beside the facilities of the scope: rows of persons are theirs (docs/decisions/0011-members.md).
create function scope_user() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.user', true), '');

-- Whose nights a member sees: a resident's, whichever devices measured them. Set by the administration alone.
create table member_links (
  user_id text primary key references users on delete cascade,
  resident_id text not null references residents on delete cascade,
  linked_at timestamptz not null default now()
);
create index on member_links (resident_id);

-- Which providers see a member. admin: assigned, may act; coach: shared with, reads only.
create table member_providers (
  member_id text not null references users on delete cascade,
  provider_id text not null references users on delete cascade,
  kind text not null check (kind in ('admin', 'coach')),
  linked_at timestamptz not null default now(),
  primary key (member_id, provider_id)
);
create index on member_providers (provider_id, kind);

-- Invitations that wait for the member's answer. What the provider typed is theirs; the account's own names are not.
create table member_invitations (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  email text not null,
  first_name text not null,
  last_name text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (provider_id, member_id)
);
create index on member_invitations (member_id);

grant select, insert, update, delete on member_links, member_providers, member_invitations to eupnea_app;

-- The members that the caller sees without seeing everything: themselves, and those linked to them. Runs as the owner,
-- for the policies below ask it about the table that they guard.
create function scope_members() returns text[]
  language sql stable security definer set search_path = public
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

create view members_in_sight with (security_invoker = true) as
  select id as user_id, user_type, first_name, last_name, email, status, created_at
  from users
  where user_type in ('member', 'home_health_patient')
    and ((select scope_all()) or id = any ((select scope_members())::text[]));

create view member_provider_names with (security_invoker = true) as
  select p.member_id, p.provider_id, p.kind, p.linked_at, u.name, u.email
  from member_providers p join users u on u.id = p.provider_id;

create view member_invitation_names with (security_invoker = true) as
  select i.*, u.name as provider_name, u.email as provider_email
  from member_invitations i join users u on u.id = i.provider_id;

-- Persons have no facility: neither members nor their providers see a resident, a device or a minute by row-level
-- security. What they may know comes from the three functions below and from nowhere else. They run as the owner, take
-- a member's id, never a resident's, and answer nothing about a member whom the caller does not see.
create function sees_member(member text) returns boolean
  language sql stable
  return scope_all() or member = any (scope_members());

create function member_places(members text[])
returns table (user_id text, resident_id text, resident_status smallint, clinic_id text, clinic_name text, tz text,
  device_id text, online boolean, first_since timestamptz)
language sql stable security definer set search_path = public
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

-- What the minutes of a member add up to between two instants; idx counts what was asked from 1. Planned each time, so
-- that only the partitions of the asked days are looked at.
create function member_sums(members text[], sinces timestamptz[], untils timestamptz[])
returns table (idx bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint)
language plpgsql stable security definer set search_path = public as $$
declare
  idxs bigint[];
  device_nos integer[];
  starts timestamptz[];
  ends timestamptz[];
begin
  select array_agg(asked.idx), array_agg(s.device_no), array_agg(greatest(s.first_minute, asked.since)),
    array_agg(least(s.end_minute, asked.until))
  into idxs, device_nos, starts, ends
  from unnest(members, sinces, untils) with ordinality asked(member, since, until, idx)
  join member_links l on l.user_id = asked.member
  join resident_spans s on s.resident_id = l.resident_id
    and s.first_minute < asked.until and (s.end_minute is null or s.end_minute > asked.since)
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
language plpgsql stable security definer set search_path = public as $$
begin
  if not sees_member(member) then return; end if;
  return query execute '
    select m.minute, m.avg_rr, m.min_rr, m.max_rr
    from member_links l
    join resident_spans s on s.resident_id = l.resident_id
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
      and (s.end_minute is null or m.minute < s.end_minute)
    where l.user_id = $1 and m.minute >= $2 and m.minute < $3
    order by m.minute' using member, since, until;
end
$$;

revoke all on function member_places, member_sums, member_minutes, scope_members from public;
grant select on members_in_sight, member_provider_names, member_invitation_names to eupnea_app;
grant execute on function scope_members, member_places, member_sums, member_minutes to eupnea_app;

-- What people ask about their data, and until when it is due (docs/decisions/0012-erasure.md). No names: they are
-- looked up while there are any.
create table privacy_requests (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('export', 'erasure')),
  subject_type text not null check (subject_type in ('user', 'resident')),
  subject_id text not null,
  received_on date not null,
  -- why it takes up to three months
  extension text,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  closed_at timestamptz,
  -- why it was refused
  reason text,
  created_at timestamptz not null default now()
);
create index on privacy_requests (state, received_on);
create index on privacy_requests (subject_id);

grant select, insert, update on privacy_requests to eupnea_app;
alter table privacy_requests enable row level security;
create policy privacy_requests_scope on privacy_requests using ((select scope_all()));

create view privacy_subjects with (security_invoker = true) as
  select 'resident' as subject_type, id as subject_id, first_name || ' ' || last_name as name from residents
  union all
  select 'user', id, name from users where (select scope_all());

-- Every row that hangs on a person by a foreign key, whichever noun's: what is added later is found too. Rows that hold
-- secrets are left out. `target` is users or residents.
create function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.%I = $1', found.tab, found.tab, found.col)
      using person;
  end loop;
end
$$;

-- What the minutes of a resident say, for a copy of their data.
create view privacy_minutes with (security_invoker = true) as
  select resident_id, minute, sum_rr / nullif(n_rr, 0) as rr_avg, min_rr, max_rr, sum_dist / nullif(n_dist, 0) as dist_avg,
    n_presence * 2 >= n as in_bed
  from resident_minutes;

-- Takes a user's name out of what outlives their record; the record itself goes after it. Entries of the audit log
-- stay, with the id of who acted: this is the one way in which they are ever changed. Mentions of an e-mail address are
-- found in every text there is, also of nouns that are added later; a column `x_name` beside `x_by` and a `created_by`
-- that was written in the same transaction as an entry of that user are theirs.
create function erase_user_traces(erased text) returns void
language plpgsql security definer set search_path = public as $$
declare
  emails text[];
  contacts text[];
  address text;
  pattern text;
  found record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  select array_agg(distinct e) into emails from (
    select email as e from users where id = erased
    union select actor_name from audit_entries where actor_type = 'user' and actor_id = erased and actor_name like '%_@_%'
  ) known;
  select array_agg(contact) into contacts from users where id = erased and contact is not null;
  delete from outbox_messages where recipient = any (emails) or recipient = any (contacts);
  for found in
    select n.attrelid::regclass::text as tab, n.attname as col, b.attname as by_col
    from pg_attribute n
    join pg_class c on c.oid = n.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    join pg_attribute b on b.attrelid = n.attrelid and b.attname = regexp_replace(n.attname, '_name$', '_by')
    where n.attname like '%\_name' and n.attnum > 0
  loop
    execute format('update %I set %I = ''Erased'' where %I = $1', found.tab, found.col, found.by_col) using erased;
  end loop;
  for found in
    select c.oid::regclass::text as tab from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('created_by', 'created_at'))
  loop
    execute format('update %I t set created_by = ''Erased'' from audit_entries a
      where a.actor_type = ''user'' and a.actor_id = $1 and a.at = t.created_at', found.tab) using erased;
  end loop;
  foreach address in array coalesce(emails, '{}') loop
    pattern := regexp_replace(address, '([^a-zA-Z0-9@])', '\\\1', 'g');
    for found in
      select c.oid::regclass::text as tab, a.attname as col, format_type(a.atttypid, null) as kind
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and c.relname not in ('users', 'sessions', 'accounts', 'verifications', 'codes', 'migrations')
    loop
      if found.kind = 'text[]' then
        execute format('update %I set %I = array_remove(%I, $1) where $1 = any (%I)', found.tab, found.col, found.col,
          found.col) using address;
      else
        execute format('update %I set %I = regexp_replace(%I::text, $2, ''Erased'', ''gi'')::%s
          where strpos(lower(%I::text), $1) > 0', found.tab, found.col, found.col, found.kind, found.col)
          using address, pattern;
      end if;
    end loop;
  end loop;
  update audit_entries set actor_name = '', address = null where actor_type = 'user' and actor_id = erased;
  update audit_entries set address = null where detail ->> 'user_id' = erased and actor_type = 'anonymous';
end
$$;

-- Takes away a resident who has left, and all that was measured of them; the audit log keeps the id. False: there is
-- none, or they are still in the facility or under a device. Rows of other nouns go by their foreign keys.
create function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  full_name text;
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  select lower(first_name || ' ' || last_name) into full_name from residents
    where id = erased and status <> 1
      and not exists (select from device_assignments a where a.resident_id = erased and a.until is null)
    for update;
  if not found then return false; end if;
  -- No roll-up may read a minute that goes.
  perform hold_hours();
  for span in select * from resident_spans where resident_id = erased loop
    execute 'delete from readings where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from waves where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from minutes where device_no = $1 and minute >= $2 and minute < $3'
      using span.device_no, span.first_minute, span.end_minute;
    delete from hours where device_no = span.device_no and hour >= date_trunc('hour', span.since, 'UTC')
      and hour < span.until;
  end loop;
  delete from outbox_messages where strpos(lower(subject || ' ' || coalesce(body, '')), full_name) > 0;
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  delete from residents where id = erased;
  return true;
end
$$;

revoke all on function erase_user_traces, erase_resident from public;
grant select on privacy_subjects, privacy_minutes to eupnea_app;
grant execute on function rows_of_person, erase_user_traces, erase_resident to eupnea_app;
-- file 0030-device-lists.sql
-- Lists of devices by name are read in order, of all facilities and of one: a page does not sort the whole stock.
create index on devices (name, id);
create index on devices (clinic_id, name, id);

-- Whether a device is in scope is asked of the devices of a page, not of all there are.
alter policy presence_scope on presence
  using ((select scope_all()) or exists (select from devices d where d.no = device_no));
-- file 0031-last-minutes.sql
-- The newest minute of each span. Looked for in the last minutes before its end first, where it nearly always is: a probe
-- of the index reads all that a page of it has of the device, which is hours.
create or replace function last_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select coalesce(
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= greatest(s.since, s.until - interval '15 minutes')
          and m.minute < s.until and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      ),
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= s.since and m.minute < s.until
          and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      )
    ) as minute
    -- offset 0: found once, not again for the condition below
    offset 0
  ) m
  where m.minute is not null
$$;
-- file 0032-answered-calls.sql
-- Answers of calls that were sent under a key: one that is sent again because its answer was lost is answered again,
-- and not done twice (docs/decisions/0026-sent-again.md). Kept for an hour.
create table answered_calls (
  user_id text not null references users on delete cascade,
  -- the sender's own
  key text not null,
  call text not null,
  -- sha256 of what was sent
  input bytea not null,
  -- JSON; null in the transaction that makes it
  answer text,
  answered_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on answered_calls (answered_at);
alter table answered_calls enable row level security;
create policy answered_calls_scope on answered_calls
  using ((select scope_all()) or user_id = (select scope_user()));
grant select, insert, update, delete on answered_calls to eupnea_app;
-- file 0033-erasure.sql
-- An erasure takes what is the erased person's, and nothing of somebody whose name, address or telephone is like theirs
-- (docs/decisions/0012-erasure.md).

-- Finds an address in a text: not as the end of a longer one, not as the beginning of a longer domain. A full stop after
-- it ends a sentence, and a quotation mark before it is no part of it. Letters are those of alphabets: in scripts without
-- spaces a word may stand beside it.
create function address_pattern(address text) returns text
  language sql immutable parallel safe
  return '(?<![A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]|[A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]'')'
    || regexp_replace(address collate "C", '([!-/:-?\[-`{-~])', '\\\1', 'g')
    || '(?![A-Za-z0-9\u00C0-\u1FFF]|-+[A-Za-z0-9\u00C0-\u1FFF]|\.[A-Za-z0-9\u00C0-\u1FFF])';

create function without_address(content text, address text) returns text
  language sql immutable parallel safe
  return regexp_replace(content collate "C", address_pattern(address), 'Erased', 'gi');

-- String by string: in its text form a line break before an address is a letter beside it.
create function without_address(content jsonb, address text) returns jsonb
language plpgsql immutable parallel safe set search_path = public as $$
begin
  return case jsonb_typeof(content)
    when 'string' then to_jsonb(without_address(content #>> '{}', address))
    when 'array' then (
      select coalesce(jsonb_agg(without_address(e.value, address) order by e.no), '[]')
      from jsonb_array_elements(content) with ordinality e(value, no)
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(without_address(e.key, address), without_address(e.value, address)), '{}')
      from jsonb_each(content) e
    )
    else content
  end;
end
$$;

-- As in 0029, but for whom it must not touch.
create or replace function erase_user_traces(erased text) returns void
language plpgsql security definer set search_path = public as $$
declare
  emails text[];
  contacts text[];
  names text[];
  attachments text[];
  address text;
  found record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  -- One that they gave up may be somebody else's by now.
  select coalesce(array_agg(distinct e), '{}') into emails from (
    select lower(email) as e from users where id = erased
    union select lower(actor_name) from audit_entries
    where actor_type = 'user' and actor_id = erased and actor_name like '%_@_%'
  ) known
  where not exists (select from users o where lower(o.email) = e and o.id <> erased);
  -- A telephone of a ward rings for others too.
  select coalesce(array_agg(contact), '{}') into contacts from users u
  where id = erased and contact is not null
    and not exists (select from users o where o.contact = u.contact and o.id <> erased)
    and not exists (select from sms_alerts where phone = u.contact)
    and not exists (select from clinics where u.contact = any (alert_recipients || escalation_recipients));
  select emails || erased || coalesce(array_agg(name), '{}') into names from users where id = erased;
  with gone as (
    delete from outbox_messages where lower(recipient) = any (emails) or recipient = any (contacts)
    returning attachment_file_id
  )
  select array_agg(attachment_file_id) into attachments from gone;
  -- Nobody else would ever take them away.
  update files f set state = 'removed', changed_at = now()
  where id = any (attachments)
    and not exists (select from outbox_messages where attachment_file_id = f.id and status <> 'sent');
  for found in
    select n.attrelid::regclass::text as tab, n.attname as col, b.attname as by_col
    from pg_attribute n
    join pg_class c on c.oid = n.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    join pg_attribute b on b.attrelid = n.attrelid and b.attname = regexp_replace(n.attname, '_name$', '_by')
    where n.attname like '%\_name' and n.attnum > 0
  loop
    execute format('update %I set %I = ''Erased'' where %I = $1', found.tab, found.col, found.by_col) using erased;
  end loop;
  for found in
    select c.oid::regclass::text as tab from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('created_by', 'created_at'))
  loop
    -- Where two acted in the same microsecond, what stands there says whose it is.
    execute format('update %I t set created_by = ''Erased'' from audit_entries a
      where a.actor_type = ''user'' and a.actor_id = $1 and a.at = t.created_at
        and (t.created_by = any ($2)
          or not exists (select from audit_entries o where o.at = a.at and o.actor_id <> $1))', found.tab)
      using erased, names;
  end loop;
  foreach address in array emails loop
    for found in
      select c.oid::regclass::text as tab, a.attname as col, format_type(a.atttypid, null) as kind,
        (c.relname, a.attname) in (('audit_entries', 'actor_name'), ('daily_reports', 'made_by'),
          ('report_links', 'created_by'), ('member_invitations', 'email')) as is_address
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and c.relname not in ('users', 'sessions', 'accounts', 'verifications', 'codes', 'migrations')
        and (c.relname, a.attname) not in (('outbox_messages', 'recipient'), ('alert_deliveries', 'recipient'))
    loop
      if found.kind = 'text[]' then
        execute format('update %I set %I = array(
            select e.one from unnest(%I) with ordinality e(one, no) where lower(e.one) <> $1 order by e.no)
          where exists (select from unnest(%I) one where lower(one) = $1)', found.tab, found.col, found.col, found.col)
          using address;
      elsif found.is_address then
        execute format('update %I set %I = ''Erased'' where lower(%I) = $1', found.tab, found.col, found.col)
          using address;
      else
        execute format('update %I set %I = without_address(%I, $1) where strpos(lower(%I::text), $1) > 0',
          found.tab, found.col, found.col, found.col) using address;
      end if;
    end loop;
  end loop;
  -- Of several who are erased each was told: these stay told apart.
  update alert_deliveries set recipient = 'Erased ' || id where lower(recipient) = any (emails);
  update audit_entries set actor_name = '', address = null where actor_type = 'user' and actor_id = erased;
  update audit_entries set address = null where detail ->> 'user_id' = erased and actor_type = 'anonymous';
end
$$;

-- As in 0029, but messages go because they are about the resident, not for what words stand in them.
create or replace function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  theirs text[];
  wholes text[];
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  perform from residents
    where id = erased and status <> 1
      and not exists (select from device_assignments a where a.resident_id = erased and a.until is null)
    for update;
  if not found then return false; end if;
  -- No roll-up may read a minute that goes.
  perform hold_hours();
  for span in select * from resident_spans where resident_id = erased loop
    execute 'delete from readings where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from waves where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from minutes where device_no = $1 and minute >= $2 and minute < $3'
      using span.device_no, span.first_minute, span.end_minute;
    delete from hours where device_no = span.device_no and hour >= date_trunc('hour', span.since, 'UTC')
      and hour < span.until;
  end loop;
  select array_agg(d.message_id) into theirs
  from alert_deliveries d join notifications n on n.id = d.notification_id where n.patient_id = erased;
  -- What stands for several messages goes only when all of them are about this resident.
  select array_agg(m.merged_into) into wholes from outbox_messages m
  where m.id = any (theirs) and not exists (
    select from outbox_messages o join alert_deliveries d on d.message_id = o.id
    where o.merged_into = m.merged_into and o.id <> all (theirs)
  );
  delete from outbox_messages where id = any (theirs || wholes) or merged_into = any (wholes);
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  delete from residents where id = erased;
  return true;
end
$$;

revoke all on function address_pattern, without_address(text, text), without_address(jsonb, text) from public;
-- file 0034-failing-dispatches.sql
-- Since when a notification could not be told, try after try; due_at says when the next one is.
alter table alert_dispatches add column failing_since timestamptz;
-- file 0035-invitation-mails.sql
-- Invitations that were mailed, a row each, so that they do not become too many; they outlast the answer, and go after a
-- day.
create table member_invitation_mails (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  sent_at timestamptz not null default now()
);
create index on member_invitation_mails (provider_id, sent_at);
create index on member_invitation_mails (member_id);

grant select, insert, delete on member_invitation_mails to eupnea_app;

alter table member_invitation_mails enable row level security;
create policy member_invitation_mails_scope on member_invitation_mails
  using ((select scope_all()) or provider_id = (select scope_user()));
-- file 0036-no-admin-of-users.sql
-- Never written: who administers is said by the role, and the inventory keeps its own (DE-6).
alter table users drop column admin_id;
-- file 0037-erasure.sql
-- What an erasure did not find (docs/decisions/0012-erasure.md).

-- The user stands beside the name as long as the name does, also when they are deleted first and erased later.
alter table alert_deliveries add column opened_by text;
alter table notifications
  drop constraint notifications_acknowledged_by_fkey,
  drop constraint notifications_snoozed_by_fkey;
-- Who it was stands in the entry of the same transaction; one without an address is of somebody who is erased.
update alert_deliveries d
set opened_by = a.actor_id, opened_name = case when a.actor_name = '' then 'Erased' else d.opened_name end
from audit_entries a
where a.act = 'sms-alert.open' and a.actor_type = 'user' and a.at = d.opened_at and a.clinic_id = d.clinic_id;
update notifications n
set acknowledged_by = a.actor_id, acknowledged_name = case when a.actor_name = '' then 'Erased' else n.acknowledged_name end
from audit_entries a
where n.acknowledged_by is null and a.act = 'notification.acknowledge' and a.actor_type = 'user'
  and a.at = n.acknowledged_at and a.clinic_id = n.clinic_id;
update notifications n
set snoozed_by = a.actor_id, snoozed_name = case when a.actor_name = '' then 'Erased' else n.snoozed_name end
from audit_entries a
where n.snoozed_by is null and a.act = 'notification.snooze' and a.actor_type = 'user'
  and a.at + make_interval(mins => (a.detail ->> 'minutes')::integer) = n.snoozed_until and a.clinic_id = n.clinic_id;

-- The day of a daily report, by which its files are found when somebody who may stand in them is erased. null: no report,
-- or one that waited in a mail before there was this column.
alter table files add column day date;
update files f set day = r.date from daily_reports r where r.file_id = f.id;
-- null: somebody who may have stood in it was erased; it is made anew of what is left.
alter table daily_reports alter column file_id drop not null;

-- What an EHR said of a resident: rows that were matched with them, and those of the same id there.
create function ehr_rows_about(resident text) returns setof ehr_rows
  language sql stable
  begin atomic
    select r.* from ehr_rows r
    where r.resident_id = resident or exists (
      select from ehr_links l join ehr_runs u on u.id = r.run_id
      where l.resident_id = resident and l.clinic_id = r.clinic_id and l.source = u.source
        and l.external_id = r.external_id
    );
  end;

-- As in 0029, and rows of imports, which hang on a resident by no foreign key: they tell what was, not what is. Answers
-- that are kept for a call sent again (0032) are of those they tell of, not of who asked.
create or replace function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users', 'answered_calls')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.%I = $1', found.tab, found.tab, found.col)
      using person;
  end loop;
  if target = 'residents' then
    return query select 'ehr_rows', to_jsonb(r) from ehr_rows_about(person) r;
  end if;
end
$$;

-- As in 0033, and daily reports that they may stand in, and what imports brought of them.
create or replace function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  theirs text[];
  wholes text[];
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  perform from residents
    where id = erased and status <> 1
      and not exists (select from device_assignments a where a.resident_id = erased and a.until is null)
    for update;
  if not found then return false; end if;
  -- No roll-up may read a minute that goes.
  perform hold_hours();
  -- Kept reports, and those that wait in mails. What was made in the course of a day reaches back into the one before.
  -- They stand in it from their link on, or from the first that a new device had stored before.
  with gone as (
    update files f set state = 'removed', changed_at = now()
    from resident_spans s join clinics c on c.id = s.clinic_id join device_assignments l on l.id = s.id
    cross join lateral (
      select least(l.linked_at,
        (select min(m.minute) from minutes m
          where m.device_no = s.device_no and m.minute >= s.first_minute and m.minute < l.linked_at),
        (select min(h.hour) from hours h
          where h.device_no = s.device_no and h.hour >= date_trunc('hour', s.since, 'UTC') and h.hour < l.linked_at)
      ) as first
    ) b
    where s.resident_id = erased and f.clinic_id = s.clinic_id and f.store = 'reports' and f.state <> 'removed'
      and (f.day is null or f.day between (b.first at time zone c.tz)::date and (s.until at time zone c.tz)::date + 1)
    returning f.id
  )
  update daily_reports set file_id = null where file_id in (select id from gone);
  for span in select * from resident_spans where resident_id = erased loop
    execute 'delete from readings where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from waves where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from minutes where device_no = $1 and minute >= $2 and minute < $3'
      using span.device_no, span.first_minute, span.end_minute;
    delete from hours where device_no = span.device_no and hour >= date_trunc('hour', span.since, 'UTC')
      and hour < span.until;
  end loop;
  select array_agg(d.message_id) into theirs
  from alert_deliveries d join notifications n on n.id = d.notification_id where n.patient_id = erased;
  -- What stands for several messages goes only when all of them are about this resident.
  select array_agg(m.merged_into) into wholes from outbox_messages m
  where m.id = any (theirs) and not exists (
    select from outbox_messages o join alert_deliveries d on d.message_id = o.id
    where o.merged_into = m.merged_into and o.id <> all (theirs)
  );
  delete from outbox_messages where id = any (theirs || wholes) or merged_into = any (wholes);
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  -- Also where the EHR may have meant them, by name or by record number: the next import asks again.
  delete from ehr_rows r
  where (r.run_id, r.no) in (select a.run_id, a.no from ehr_rows_about(erased) a) or erased = any (r.candidates)
    or exists (
      select from residents p where p.id = erased and p.clinic_id = r.clinic_id and p.mr_no <> ''
        and p.mr_no = r.incoming ->> 'mr_no'
    );
  delete from residents where id = erased;
  return true;
end
$$;
-- file 0038-second-look.sql
-- The EHR is read a second time when somebody who was listed before is missing; what the first time brought stays.
alter table ehr_runs add column is_second_look boolean not null default false;
-- file 0039-moved-devices.sql
-- Whether a device has never had a resident nor said a word, wherever: also at a facility it has left, which nobody of
-- the present one sees. Tells nothing else.
create function device_is_fresh(device text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select not exists (select from public.device_assignments a where a.device_id = device)
      and not exists (select from public.latest l join public.devices d on d.no = l.device_no where d.id = device);
  end;
revoke execute on function device_is_fresh from public;
grant execute on function device_is_fresh to eupnea_app;

-- Those from before there was the column bear the instant of its migration.
update device_assignments a set linked_at = a.since
from migrations m where m.name = '0023-notifications.sql' and a.linked_at = m.applied_at;
-- file 0040-links-end-with-the-role.sql
-- What links members to a Provider ends with the Provider's type, in the same transaction, and does not come back with
-- it. Types of those who look after members; home health patients have a Provider's rights, and yet are members.
create function end_provider_links() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from member_providers where provider_id = new.id;
  delete from member_invitations where provider_id = new.id;
  return null;
end
$$;
create trigger end_provider_links after update of user_type on users
  for each row when (old.user_type <> new.user_type
    and new.user_type not in ('vc-admin', 'cip_users', 'clinical-triage'))
  execute function end_provider_links();

delete from member_providers p using users u
  where u.id = p.provider_id and u.user_type not in ('vc-admin', 'cip_users', 'clinical-triage');
delete from member_invitations i using users u
  where u.id = i.provider_id and u.user_type not in ('vc-admin', 'cip_users', 'clinical-triage');

-- While a Provider is disabled nobody is asked to let them see anything.
create or replace view member_invitation_names with (security_invoker = true) as
  select i.*, u.name as provider_name, u.email as provider_email
  from member_invitations i join users u on u.id = i.provider_id and u.status = 1;
-- file 0041-patience.sql
-- A backup or a long download holds the tables of readings; whoever waited behind it to change them would stop all
-- ingest. It is tried again: partitions reach days ahead.
alter function keep_partitions(date, date, date, date) set lock_timeout = '2s';

-- Whether who acts has such an entry of late. They need not see the log for that.
create function has_own_entry(of_act text, minutes integer) returns boolean
  language sql stable security definer set search_path = public
  return exists (
    select from audit_entries
    where actor_id = scope_user() and act = of_act and at > now() - make_interval(mins => minutes)
  );
revoke all on function has_own_entry from public;
grant execute on function has_own_entry to eupnea_app;
-- file 0042-connections.sql
-- Counts the connections of a device: what an older one says of its end, which its node may learn only minutes after
-- the device came to another node, says nothing about the device.
alter table presence add column connection bigint not null default 0;
-- file 0043-natural-order.sql
-- Lists are in the order in which people look for names: House 9 before House 10, Ö beside O. The indexes follow.
drop index users_lower_lower1_id_first_name_last_name_idx, users_user_type_lower_lower1_id_idx,
  residents_clinic_id_room_lower_lower1_id_idx, residents_clinic_id_lower_lower1_id_idx,
  devices_name_id_idx, devices_clinic_id_name_id_idx;

create index on users ((lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id)
  include (first_name, last_name);
create index on users
  (user_type, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);
create index on residents (clinic_id, room collate numeric_order, (lower(last_name) collate numeric_order),
  (lower(first_name) collate numeric_order), id);
create index on residents
  (clinic_id, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);
create index on devices (name collate numeric_order, id);
create index on devices (clinic_id, name collate numeric_order, id);
-- file 0044-search.sql
-- Text as it is searched: without case and without marks, for a keyboard may have no ë at hand. Most names are plain
-- letters, which need no more than small ones.
create function fold(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = length($1) then lower($1)
    else regexp_replace(lower(normalize($1, nfd)), '[\u0300-\u036f]', '', 'g') end;

drop index users_expr_idx, users_email_idx, audit_entries_actor_name_idx;
create index on users using gin (fold(first_name || ' ' || last_name || ' ' || first_name) gin_trgm_ops);
create index on users using gin (fold(email) gin_trgm_ops);
create index on audit_entries using gin (fold(actor_name) gin_trgm_ops);
-- file 0045-zones.sql
-- A facility whose zone is set right takes its devices along, for their cards tell the time by it; one that was given
-- another zone by hand keeps that.
create function take_devices_along() returns trigger language plpgsql as $$
begin
  update devices set tz = new.tz
  -- in the order in which others lock devices
  where id in (select id from devices where clinic_id = new.id and tz = old.tz order by id for no key update);
  return null;
end
$$;
create trigger take_devices_along after update of tz on clinics
  for each row when (old.tz <> new.tz) execute function take_devices_along();
-- file 0046-report-readers.sql
-- A report of all residents goes to who may read it: a facility may also be that of a member, who is one of them or
-- belongs to one.
create or replace view report_readers with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email
  from users u join user_clinics c on c.user_id = u.id
  where u.status = 1 and u.groups <> '{member}'
    and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));
-- file rows
select keep_partitions('2026-11-22', '2026-11-24', '2026-11-22', '2026-11-22');
-- Triggers have already done their part.
set session_replication_role = replica;
insert into audit_entries (id, at, actor_type, actor_id, actor_name, act, clinic_id, resident_id, device_id, detail, address, request_id) overriding system value values
  ('1', '2026-11-23 08:14:16.908973+00', 'user', 'u-maple', 'maple@test.example', 'resident.read', 'c-maple', 'r-maple', NULL, '{}', NULL, NULL);
insert into users (id, email, email_verified, name, image, created_at, updated_at, user_type, groups, first_name, last_name, dob, gender, is_otp_enabled, weight_kg, height_cm, is_cpro_app_member, m_credentials, m_npi, contact, status, new_password_required, agreed_at, last_login) values
  ('mb-maple', 'member-maple@test.example', 'false', 'Member maple', NULL, '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', 'member', '{member}', 'maple', 'maple', NULL, NULL, 'false', NULL, NULL, 'false', NULL, NULL, NULL, '1', 'false', NULL, NULL),
  ('u-maple', 'maple@test.example', 'false', 'User maple', NULL, '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', 'clinic-web', '{clinic}', 'maple', 'maple', NULL, NULL, 'false', NULL, NULL, 'false', NULL, NULL, NULL, '1', 'false', NULL, NULL);
insert into sessions (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at) values
  ('f8e42531-688b-4834-8252-50087f11e07e', 'u-maple', 'maple', '2026-11-23 09:14:16.908973+00', NULL, NULL, '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00');
insert into clinics (id, no, slug, name, logo, tz, floors, alert_recipients, daily_report_recipients, ehr_integration_status, clinic_detail, is_demo, created_at, escalation_minutes, escalation_recipients, daily_report_time) overriding system value values
  ('c-maple', '1', 's-maple', 'House maple', NULL, 'UTC', '{"Floor maple"}', '{maple@test.example}', '{}', '', 'maple', 'true', '2026-11-23 08:14:16.908973+00', NULL, '{}', '07:00');
insert into user_clinics (user_id, clinic_id) values
  ('u-maple', 'c-maple');
insert into residents (id, clinic_id, first_name, last_name, room, floor, status, flag_status, dob, gender, mr_no, date_of_admission, billing_information, information_file, is_document_changed, created_at, updated_at, face_sheet_id) values
  ('r-maple', 'c-maple', 'First maple', 'Last maple', 'Room maple', 'Floor maple', '1', '1', NULL, NULL, 'maple', NULL, NULL, NULL, 'false', '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', NULL),
  ('rr-maple', 'c-maple', 'First maple', 'Last maple', 'Room maple', 'Floor maple', '1', '1', NULL, NULL, 'maple', NULL, NULL, NULL, 'false', '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', NULL);
insert into resident_flag_logs (id, clinic_id, resident_id, status, note, created_at, created_by) overriding system value values
  ('1', 'c-maple', 'r-maple', '2', 'maple', '2026-11-23 08:14:16.908973+00', 'maple');
insert into devices (id, no, uid, name, tz, clinic_id, key_hash, topic_prefix, fw_version, softap_ssid, target_ssid, created_at, inventory_status, stocked_by_admin, stocked_by_user, stocked_at, returned_at, replaced_by) overriding system value values
  ('d-maple', '1', 'd-maple-uid', 'Device maple', 'UTC', 'c-maple', E'\\x', 'd-maple-prefix', 'maple', NULL, NULL, '2026-11-23 08:14:16.908973+00', 'active', NULL, NULL, '2026-11-23 08:14:16.908973+00', NULL, NULL),
  ('dd-maple', '2', 'dd-maple-uid', 'Device maple', 'UTC', 'c-maple', E'\\x', 'dd-maple-prefix', 'maple', NULL, NULL, '2026-11-23 08:14:16.908973+00', 'active', NULL, NULL, '2026-11-23 08:14:16.908973+00', NULL, NULL);
insert into device_assignments (id, clinic_id, device_id, resident_id, since, until, linked_at) overriding system value values
  ('1', 'c-maple', 'd-maple', 'r-maple', '2026-11-23 05:14:16.908973+00', NULL, '2026-11-23 08:14:16.908973+00');
insert into malformed_messages (device_id, reason, count, last_at, sample) values
  ('d-maple', 'not_json', '1', '2026-11-23 08:14:16.908973+00', 'maple');
insert into readings (device_no, clinic_no, ts, rr, dist) values
  ('1', '1', '2026-11-23 08:12:16.908973+00', '61.5', '1');
insert into waves (device_no, clinic_no, ts, hz, samples) values
  ('1', '1', '2026-11-23 08:12:16.908973+00', '10', E'\\x');
insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence) values
  ('1', '1', '2026-11-23 08:12:00+00', '1', '1', '61.5', '61.5', '61.5', '1', '1', '1');
insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid) values
  ('1', '1', '2026-11-23 06:00:00+00', '1', '1', '1', '1', '61.5', '61.5', '61.5', '1', NULL, NULL);
insert into latest (device_no, clinic_no, ts, rr, dist, seen_at) values
  ('1', '1', '2026-11-23 08:14:16.908973+00', '61.5', '1', '2026-11-23 08:14:16.908973+00');
insert into presence (device_no, online, changed_at, connection) values
  ('1', 'true', '2026-11-23 08:14:16.908973+00', '0');
insert into baselines (resident_id, median, mad, minutes, computed_at) values
  ('r-maple', '61.5', '1', '1440', '2026-11-23 08:14:16.908973+00');
insert into episodes (id, clinic_id, resident_id, device_id, direction, severity, rr, raised_at, ended_at) values
  ('e-maple', 'c-maple', 'r-maple', 'd-maple', 'high', 'danger', '61.5', '2026-11-23 08:14:16.908973+00', NULL);
insert into notifications (id, clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail, created_at, kind, acknowledged_at, acknowledged_by, acknowledged_name, snoozed_until, snoozed_by, snoozed_name, outage_id) values
  ('n-maple', 'c-maple', 'e-maple', 'maple', 'maple', 'rr', 'danger', 'r-maple', '{"device_id": "d-maple"}', '2026-11-23 08:14:16.908973+00', 'episode', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into auth_events (id, user_id, event_type, response, challenge, at, address, user_agent) overriding system value values
  ('1', 'u-maple', 'SignIn', 'Pass', NULL, '2026-11-23 08:14:16.908973+00', NULL, NULL);
insert into outbox_messages (id, kind, recipient, subject, body, status, created_at, sent_at, attempts, next_attempt_at, expires_at, failure, notice, lease_until, taken_at, is_unclear, merged_into, delivery, delivery_at, attachment_file_id, attachment_name) values
  ('m-maple', 'mail', 'maple@test.example', 'maple', 'maple', 'failed', '2026-11-23 08:14:16.908973+00', NULL, '0', '2026-11-23 08:14:16.908973+00', NULL, NULL, NULL, NULL, NULL, 'false', NULL, NULL, NULL, NULL, NULL);
insert into medical_groups (id, name, description, created_at) values
  ('g-maple', 'maple', '', '2026-11-23 08:14:16.908973+00');
insert into medical_group_clinics (medical_group_id, clinic_id) values
  ('g-maple', 'c-maple');
insert into files (id, store, state, clinic_id, resident_id, name, type, bytes, changed_at, created_at, day) values
  ('8a1ceaef-95cf-40e1-85e2-842e80f1689d', 'face-sheets', 'kept', 'c-maple', 'r-maple', 'maple', '', '0', '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', NULL),
  ('5d9f6a0e-3c1b-4a57-9f0e-2b6f5a1c7d84', 'reports', 'kept', 'c-maple', NULL, 'maple', '', '0', '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', NULL);
insert into report_links (id, clinic_id, token_hash, date, floor, created_at, created_by, expires_at, revoked_at, opened, last_opened_at) values
  ('rl-maple', 'c-maple', '05b95f93780fcd90a7d01a88419ac01eabd8ddaaa85c080155ff895234ad4144', '2026-11-23', NULL, '2026-11-23 08:14:16.908973+00', 'maple@test.example', '2026-11-30 08:14:16.908973+00', NULL, '0', NULL);
insert into notification_views (notification_id, user_id, seen_at, name) values
  ('n-maple', 'u-maple', '2026-11-23 08:14:16.908973+00', 'maple');
insert into sms_alerts (id, clinic_id, phone, name, active, created_at, disabled_at) values
  ('sa-maple', 'c-maple', '+447700900199', 'maple', 'true', '2026-11-23 08:14:16.908973+00', NULL);
insert into alert_dispatches (notification_id, clinic_id, level, due_at, done_at, failing_since) values
  ('n-maple', 'c-maple', '0', '2026-11-23 08:14:16.908973+00', NULL, NULL);
insert into alert_deliveries (id, clinic_id, notification_id, episode_id, level, kind, recipient, sms_alert_id, message_id, token_hash, created_at, opened_at, opened_name, opened_by) values
  ('d0095afa-a1d9-4b8b-b09b-be07664c1470', 'c-maple', 'n-maple', 'e-maple', '0', 'mail', 'maple@test.example', NULL, 'm-maple', '1dcfd61b5daa77da022c6a78559934eaafc1d91d6e2593491f3398100f106dbe', '2026-11-23 08:14:16.908973+00', NULL, NULL, NULL);
insert into monitoring_outages (id, clinic_id, cause, since, raised_at, ended_at) values
  ('e67574f0-47a3-4d46-a1ae-24ab80f05bd4', 'c-maple', 'readings', '2026-11-23 08:14:16.908973+00', '2026-11-23 08:14:16.908973+00', NULL);
insert into notes (id, clinic_id, resident_id, member_id, kind, status, note, file_id, created_at, created_by, created_name, updated_at, updated_by, updated_name) values
  ('n-maple', 'c-maple', 'r-maple', 'r-maple', 'change', '4', 'maple', NULL, '2026-11-23 08:14:16.908973+00', 'u-maple', 'maple', '2026-11-23 08:14:16.908973+00', 'u-maple', 'maple');
insert into note_versions (note_id, clinic_id, resident_id, kind, status, note, file_id, written_at, written_by, written_name) values
  ('n-maple', 'c-maple', 'r-maple', 'note', NULL, 'maple', NULL, '2026-11-23 08:13:16.908973+00', 'u-maple', 'maple');
insert into eligibility_logs (id, clinic_id, resident_id, file_id, information_file, billing_information, created_at, created_by, created_name) values
  ('34b2b3d4-8612-489a-9504-5cb5c3b2a242', 'c-maple', 'r-maple', 'f-maple', 'maple', NULL, '2026-11-23 08:14:16.908973+00', 'u-maple', 'maple');
insert into daily_reports (id, clinic_id, date, floor, file_id, file_name, made_at, made_by, sent_to, last_sent_at) values
  ('rp-maple', 'c-maple', '2026-01-01', NULL, '5d9f6a0e-3c1b-4a57-9f0e-2b6f5a1c7d84', 'maple', '2026-11-23 08:14:16.908973+00', 'maple@test.example', '0', NULL);
insert into ehr_connections (clinic_id, source, base_url, token_url, org_uuid, facility_id, client_id, sealed, algorithm, key_id, public_key, updated_at, updated_by) values
  ('c-maple', 'fhir', 'https://ehr.example', '', '', '', 'maple', E'\\x', 'ES384', 'ek-maple', '{"kid": "ek-maple"}', '2026-11-23 08:14:16.908973+00', 'maple@test.example');
insert into ehr_links (clinic_id, source, external_id, resident_id, said) values
  ('c-maple', 'fhir', 'maple', 'r-maple', '{}');
insert into ehr_runs (id, clinic_id, source, state, started_at, started_by, confirmed_by, finished_at, next_page, pages, rows_read, rows_announced, counts, message, waits_until, worker, lease_until, is_second_look) values
  ('er-maple', 'c-maple', 'fhir', 'preview', '2026-11-23 08:14:16.908973+00', 'maple@test.example', NULL, NULL, NULL, '0', '0', NULL, NULL, NULL, NULL, NULL, NULL, 'false');
insert into ehr_rows (run_id, no, clinic_id, external_id, kind, reason, name, incoming, resident_id, candidates, changes, planned_at, decision, take, applied) values
  ('er-maple', '1', 'c-maple', 'x-maple', 'create', '', 'maple', '{"status": "1", "last_name": "maple", "first_name": "New"}', NULL, '{}', '[]', NULL, NULL, '{}', NULL);
insert into member_links (user_id, resident_id, linked_at) values
  ('mb-maple', 'r-maple', '2026-11-23 08:14:16.908973+00');
insert into member_providers (member_id, provider_id, kind, linked_at) values
  ('mb-maple', 'u-maple', 'admin', '2026-11-23 08:14:16.908973+00');
insert into member_invitations (provider_id, member_id, email, first_name, last_name, invited_at, expires_at) values
  ('u-maple', 'mb-maple', 'maple@test.example', 'maple', 'maple', '2026-11-23 08:14:16.908973+00', '2026-11-30 08:14:16.908973+00');
insert into privacy_requests (id, kind, subject_type, subject_id, received_on, extension, state, closed_at, reason, created_at) values
  ('pr-maple', 'export', 'resident', 'r-maple', '2026-11-23', NULL, 'open', NULL, NULL, '2026-11-23 08:14:16.908973+00');
