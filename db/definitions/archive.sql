grant select, insert, update, delete on archive_files to eupnea_work;
grant select on archive_files to eupnea_requests, eupnea_identity;
-- With the demonstration facility, its files go.
grant update (state, changed_at) on archive_files to eupnea_identity;

alter table archive_files enable row level security;
create policy archive_files_scope on archive_files
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));

-- What was measured and still is in the database, for whoever reads and archives it.
create view stored_readings with (security_invoker = true) as
  select device_no, clinic_no, ts, rr, dist, is_dist_absent, is_moving from readings;
create view stored_waves with (security_invoker = true) as
  select device_no, clinic_no, ts, hz, samples from waves;
create view stored_minutes with (security_invoker = true) as
  select device_no, clinic_no, minute as ts, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence, late_at
  from minutes;

-- Files that are read, with instants in ms since the epoch; `erased` as [from, until) in turn.
create view current_archive_files with (security_invoker = true) as
  select id, kind, day, device_no, clinic_no, rows, in_db, bytes, digest, changed_at, first_ts, last_ts,
    array(
      select extract(epoch from bound)::float8 * 1000
      from unnest(erased) with ordinality e(span, place), unnest(array[lower(span), upper(span)]) with ordinality b(bound, side)
      order by place, side
    ) as erased
  from archive_files where state = 'current';

-- Keeps what is written of old days apart: whoever stores late readings, or takes rows into a file, calls this first in
-- the transaction (read committed); who empties a day or erases a person holds it alone.
create function hold_archive() returns void
  language sql
  begin atomic select pg_advisory_xact_lock_shared(hashtext('archive')); end;

-- Days that have readings or waves in the database, of those that have been over for `days` days.
create function archivable_days(days integer) returns setof date
language plpgsql stable set search_path = public, pg_temp as $$
declare
  day date;
  is_there boolean;
begin
  for day in
    select distinct partition_day(c.relname)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('readings'::regclass, 'waves'::regclass)
    order by 1
  loop
    continue when day >= (now() at time zone 'UTC')::date - greatest(days, 1);
    -- Planned each time, so that it only opens the partitions of this day.
    execute format('select exists (select from readings where ts >= %1$L and ts < %2$L)
      or exists (select from waves where ts >= %1$L and ts < %2$L)', day::text || ' 00:00Z', (day + 1)::text || ' 00:00Z')
      into is_there;
    if is_there then return next day; end if;
  end loop;
end
$$;

-- Empties a day of which every row is in a file, and says whether it did. Files have to be `settled` that long before,
-- so that a download that began earlier still finds the rows. Runs as the owner. lock_timeout: see keep_partitions; a
-- backup holds the second lock for as long as it runs.
create function release_day(asked date, settled interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  parent text;
  part text;
  parts text[] := '{}';
  is_covered boolean;
begin
  if asked >= (now() at time zone 'UTC')::date - 1 then
    raise exception 'Not over for long enough' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('archive'));
  perform pg_advisory_xact_lock(hashtext('archive_backup'));
  if exists (
    select from archive_files
    where day = asked and kind <> 'minutes' and state = 'current' and in_db <> 0 and changed_at > now() - settled
  ) then return false; end if;
  foreach parent in array array['readings', 'waves'] loop
    part := parent || '_' || to_char(asked, 'YYYYMMDD');
    continue when to_regclass(part) is null;
    execute format('lock table %I in share mode', part);
    execute format('select not exists (
        select from (select device_no, clinic_no, count(*) as n from %I group by device_no, clinic_no) p
        left join archive_files f on f.device_no = p.device_no and f.clinic_no = p.clinic_no and f.day = $1
          and f.kind = $2 and f.state = ''current''
        where f.in_db is distinct from p.n)', part)
      into is_covered using asked, parent;
    if not is_covered then return false; end if;
    parts := parts || part;
  end loop;
  foreach part in array parts loop
    execute format('truncate %I', part);
  end loop;
  update archive_files set in_db = 0 where day = asked and kind <> 'minutes' and state = 'current';
  return true;
end
$$;
grant execute on function release_day to eupnea_work;

-- Months whose minutes are in the database, of those that have been over for `days` days. Days are left out that can
-- still get late readings.
create function archivable_months(days integer) returns setof date
  language sql stable as $$
  select distinct month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select date_trunc('month', partition_day(c.relname))::date as month) m
  where i.inhparent = 'minutes'::regclass
    and month + interval '1 month' <= (now() at time zone 'UTC')::date - greatest(days, 35)
  order by month
$$;

-- Where the minutes of the database begin: older ones are in files. It stays so until the transaction ends, so that
-- nobody reads past a month on its way. The lock comes first, and to_regclass sees what is there now, even in a
-- snapshot of before.
create function hold_old_minutes() returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('old_minutes'));
  return (
    select min(partition_day(c.relname))::timestamp at time zone 'UTC'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'minutes'::regclass and to_regclass(c.relname) is not null
  );
end
$$;

-- Drops the minutes of a month if each is in a file, as release_day does, but never before those of an earlier month.
create function release_minutes(asked date, settled interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  month_end date := asked + interval '1 month';
  part text;
  parts text[];
  oldest date;
  is_covered boolean;
begin
  if asked <> date_trunc('month', asked)::date or month_end > (now() at time zone 'UTC')::date - 35 then
    raise exception 'Not over for long enough' using errcode = 'invalid_parameter_value';
  end if;
  -- Erasing people waits; late readings are of other months and don't.
  perform pg_advisory_xact_lock_shared(hashtext('archive'));
  perform pg_advisory_xact_lock(hashtext('archive_backup'));
  if exists (
    select from archive_files
    where kind = 'minutes' and day = asked and state = 'current' and in_db <> 0 and changed_at > now() - settled
  ) then return false; end if;
  select array_agg(c.relname::text) filter (where d.day >= asked and d.day < month_end), min(d.day) into parts, oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select partition_day(c.relname) as day) d
  where i.inhparent = 'minutes'::regclass;
  if parts is null or oldest < asked then return false; end if;
  foreach part in array parts loop
    execute format('lock table %I in share mode', part);
  end loop;
  execute 'select not exists (
      select from (select device_no, clinic_no, count(*) as n from minutes where minute >= $1 and minute < $2 group by 1, 2) p
      left join archive_files f on f.device_no = p.device_no and f.clinic_no = p.clinic_no and f.day = $3
        and f.kind = ''minutes'' and f.state = ''current''
      where f.in_db is distinct from p.n)'
    into is_covered using asked::timestamp at time zone 'UTC', month_end::timestamp at time zone 'UTC', asked;
  if not is_covered then return false; end if;
  perform pg_advisory_xact_lock(hashtext('old_minutes'));
  foreach part in array parts loop
    execute format('drop table %I', part);
  end loop;
  update archive_files set in_db = 0 where kind = 'minutes' and day = asked and state = 'current';
  return true;
end
$$;
grant execute on function release_minutes to eupnea_work;

-- What of spans (device, since, until), counted from 1, no row of `hours` covers: to be read from minutes.
-- by_minute: an hour that is cut needs none either if it knows its minutes (`heard`).
create function minute_gaps(devices integer[], sinces timestamptz[], untils timestamptz[], by_minute boolean)
returns table (span bigint, since timestamptz, until timestamptz)
language sql stable as $$
  select s.span, greatest(slot, s.since), least(slot + interval '1 hour', s.until)
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral generate_series(
    date_trunc('hour', s.since, 'UTC'), s.until - interval '1 microsecond', interval '1 hour') slot
  where not exists (
    select from hours h
    where h.device_no = s.device and h.hour = slot
      and ((slot >= s.since and slot + interval '1 hour' <= s.until) or (by_minute and h.heard is not null))
  )
  order by s.span, slot
$$;

-- Drops emptied days that can get no late readings any more.
create function drop_released_days() returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  part record;
  is_empty boolean;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('readings'::regclass, 'waves'::regclass)
      and partition_day(c.relname) < (now() at time zone 'UTC')::date - 35
    order by 1
  loop
    execute format('select not exists (select from %I)', part.relname) into is_empty;
    if is_empty then execute format('drop table %I', part.relname); end if;
  end loop;
end
$$;
grant execute on function drop_released_days to eupnea_work;

-- Takes a time of a device out of its files: whole files go, others are read without it and written anew. For functions
-- that erase people, which hold the archive alone. A file of minutes is of the month that begins with its day.
create function erase_archived(device integer, kinds text[], since timestamptz, until timestamptz) returns void
  language sql
  begin atomic
    update archive_files
    set changed_at = now(), in_db = -1,
      state = case when state = 'current' and first_ts >= since and last_ts < until then 'removed' else state end,
      erased = erased + tstzmultirange(tstzrange(since, until))
    where device_no = device and kind = any (kinds) and state <> 'removed'
      and day between case kind when 'minutes' then date_trunc('month', since at time zone 'UTC')
        else since at time zone 'UTC' end::date and (until at time zone 'UTC')::date;
  end;
