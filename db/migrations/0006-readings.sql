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
