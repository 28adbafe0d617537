-- What was measured goes only with its day, or with whose it is: by functions that run as the owner.
grant select, insert, update on readings, waves, minutes, closed_minutes, hours, latest, presence, baselines,
  watch_checkpoints to eupnea_work;
-- Sums are made again from what was measured.
grant delete on closed_minutes, hours to eupnea_work;
-- People read what was measured; nobody writes it for them.
grant select on readings, waves, minutes, closed_minutes, hours, latest, presence, baselines, watch_checkpoints
  to eupnea_requests, eupnea_identity;
-- Deletes what these devices, which are no more, measured in a demonstration facility. Runs as the owner, so that nobody
-- else may delete what was measured anywhere.
create function remove_demo_samples(clinic text, device_nos integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  demo_no integer := (select no from clinics where id = clinic and is_demo);
  gone integer[] := array(select unnest(device_nos) except select no from devices);
  name text;
begin
  if demo_no is null then raise exception 'Not a demonstration' using errcode = 'invalid_parameter_value'; end if;
  foreach name in array array['readings', 'waves', 'minutes', 'closed_minutes', 'hours', 'latest'] loop
    execute format('delete from %I where device_no = any ($1) and clinic_no = $2', name) using gone, demo_no;
  end loop;
  delete from presence where device_no = any (gone);
  delete from watch_checkpoints where device_no = any (gone);
end
$$;
grant execute on function remove_demo_samples to eupnea_identity;

alter table readings enable row level security;
create policy readings_scope on readings
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table waves enable row level security;
create policy waves_scope on waves
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table minutes enable row level security;
create policy minutes_scope on minutes
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table closed_minutes enable row level security;
create policy closed_minutes_scope on closed_minutes
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table hours enable row level security;
create policy hours_scope on hours
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table latest enable row level security;
create policy latest_scope on latest
  using ((select scope_all()) or clinic_no = any ((select scope_clinic_nos())::integer[]));
alter table presence enable row level security;
create policy presence_scope on presence
  using ((select scope_all()) or exists (select from devices d where d.no = device_no));
alter table watch_checkpoints enable row level security;
create policy watch_checkpoints_scope on watch_checkpoints
  using ((select scope_all()) or exists (select from devices d where d.no = device_no));
alter table baselines enable row level security;
create policy baselines_scope on baselines
  using ((select scope_all()) or exists (select from residents r where r.id = resident_id));

-- Minutes that are a resident's own: measured by a device while they had it. n = 0: repeated by a stuck sensor (WA-4).
create view resident_minutes with (security_invoker = true) as
  select s.resident_id, m.*
  from resident_spans s
  join minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
    and (s.end_minute is null or m.minute < s.end_minute) and m.n > 0;

-- Whether a sensor measured a distance in the 14 days up to an instant: only then a reading without one says that nobody
-- is there, and not that nothing is known (WA-9).
create function knows_distance(device integer, at timestamptz) returns boolean
  language sql stable
  -- By rows: found by the hour alone, everybody's hours would be read.
  return exists (
    select from hours
    where device_no = device and (device_no, hour) >= (device, at - interval '14 days')
      and (device_no, hour) < (device, at) and n_dist > 0
  );

-- Minutes as points of a curve.
create view device_minutes with (security_invoker = true) as
  select device_no, minute, sum_rr / nullif(n_rr, 0) as avg_rr, min_rr, max_rr, sum_dist / nullif(n_dist, 0) as avg_dist, late_at
  from minutes where n > 0;

-- Each resident's usual rate, for who sets their limits.
create view resident_usuals with (security_invoker = true) as
  select resident_id, median, mad, minutes from baselines;

-- The day of a partition by its name; null: no such name, which the planner may ask of any table.
create function partition_day(name text) returns date
  language sql immutable parallel safe
  return case when name ~ '_[0-9]{8}$' then to_date(right(name, 8), 'YYYYMMDD') end;

-- Creates the day partitions from `first` to `last` and drops older ones, but never any of the last 30 days (DO-1). Runs as the owner, because the portal's role
-- may not change tables. lock_timeout: a backup or a long download holds these tables, and whoever queued behind this
-- function would stop all ingest. It is tried again; partitions reach days ahead.
create function keep_partitions(first date, last date, readings_from date, minutes_from date) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  day date;
  part record;
  parent text;
  youngest date := (now() at time zone 'UTC')::date - 30;
begin
  if last - first > 400 then raise exception 'Too many days' using errcode = 'invalid_parameter_value'; end if;
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
      select c.relname, partition_day(c.relname) as of_day
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass
    loop
      if part.of_day < least(case parent when 'minutes' then minutes_from else readings_from end, youngest) then
        execute format('drop table %I', part.relname);
      end if;
    end loop;
  end loop;
end
$$;
grant execute on function keep_partitions to eupnea_work;
