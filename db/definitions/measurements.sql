-- Respiration and time in bed over long spans: from whole hours where those exist, from minutes elsewhere.

-- Evaluated when a query is planned, so that it only reads the partitions of the days in question.
create function earliest(instants timestamptz[]) returns timestamptz
  language sql immutable parallel safe
  return (select min(instant) from unnest(instants) instant);

create function latest_of(instants timestamptz[]) returns timestamptz
  language sql immutable parallel safe
  return (select max(instant) from unnest(instants) instant);

-- Spans are (device, since, until), counted from 1; a resident may have had several devices in a day. One row for each
-- hour of a span with any minute; n counts minutes, sums add minute averages, as in `hours`. Inlined into the calling
-- query, so that the planner knows its spans.
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
    -- offset: by device, never all devices of these hours
    select s.span, h.* from spans s cross join lateral (
      select * from hours h
      where h.device_no = s.device and h.hour >= s.since and h.hour <= s.last_whole
        and h.hour >= earliest(sinces) and h.hour < latest_of(untils)
      offset 0
    ) h
  ),
  -- what `hours` does not cover: hours without a row, and the two ends of a span
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
    where m.device_no = g.device and m.minute >= g.since and m.minute < g.until and m.n > 0
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
  ) m
  where m.n > 0
$$;

-- Sums of each span in a few rows, which add up, span by span in their order, so that a cursor gives the first of them
-- before the others are added up; none for a span without a minute. Adds up the whole hours there are; only spans that
-- lack one are read hour by hour, besides the two ends of each. Of spans since `day` the hours are told too, so that a
-- curve costs no second reading: seconds since the epoch, minutes with a valid rate, sum of their averages.
create function respiration_sums(devices integer[], sinces timestamptz[], untils timestamptz[], day timestamptz)
returns table (span bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint,
  hours double precision[], hours_n_rr integer[], hours_sum_rr double precision[])
language sql stable as $$
  select s.span, p.*
  from (
    select s.span, s.device, s.since, s.until, s.since >= day as has_hours,
      date_bin('1 hour', s.since + interval '1 hour' - interval '1 microsecond', 'epoch') as first_hour,
      date_bin('1 hour', s.until, 'epoch') as end_hour
    from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
    where s.since < s.until
    -- offset: its hours are reckoned once
    offset 0
  ) s
  cross join lateral (
    select count(*) as found, sum(h.n)::bigint as n, sum(h.n_rr)::bigint as n_rr, sum(h.sum_rr) as sum_rr,
      min(h.min_rr) as min_rr, max(h.max_rr) as max_rr, sum(h.n_in_bed)::bigint as n_in_bed,
      array_agg(date_part('epoch', h.hour)) filter (where s.has_hours) as hours,
      array_agg(h.n_rr::integer) filter (where s.has_hours) as hours_n_rr,
      array_agg(h.sum_rr) filter (where s.has_hours) as hours_sum_rr
    from hours h
    where s.first_hour < s.end_hour
      and h.device_no = s.device and h.hour >= s.first_hour and h.hour < s.end_hour
      and h.hour >= earliest(sinces) and h.hour < latest_of(untils)
  ) w
  cross join lateral (
    select w.n, w.n_rr, w.sum_rr, w.min_rr, w.max_rr, w.n_in_bed, w.hours, w.hours_n_rr, w.hours_sum_rr where w.found > 0
    union all
    select m.n, m.n_rr, m.sum_rr, m.min_rr, m.max_rr, m.n_in_bed,
      array[date_part('epoch', date_bin('1 hour', g.since, 'epoch'))], array[m.n_rr::integer], array[m.sum_rr]
    from (
      select s.since, least(s.first_hour, s.until) as until where s.since < s.first_hour
      union all
      select s.end_hour, s.until where s.end_hour >= s.first_hour and s.end_hour < s.until
      union all
      select slot, slot + interval '1 hour'
      from generate_series(s.first_hour, s.end_hour - interval '1 hour', interval '1 hour') slot
      where w.found < date_part('epoch', s.end_hour - s.first_hour) / 3600
        and not exists (select from hours h where h.device_no = s.device and h.hour = slot)
    ) g cross join lateral (
      select count(*) as n, count(*) filter (where m.n_rr > 0) as n_rr,
        coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0) as sum_rr, min(m.min_rr) as min_rr, max(m.max_rr) as max_rr,
        count(*) filter (where m.n_presence * 2 >= m.n) as n_in_bed
      from minutes m
      where m.device_no = s.device and m.minute >= g.since and m.minute < g.until and m.n > 0
        and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    ) m
    where m.n > 0
  ) p
$$;

-- One row for each span with any minute.
create function respiration_summary(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint)
language sql stable as $$
  select s.span, sum(s.n)::bigint, sum(s.n_rr)::bigint, sum(s.sum_rr), min(s.min_rr), max(s.max_rr), sum(s.n_in_bed)::bigint
  from respiration_sums(devices, sinces, untils, 'infinity') s group by s.span
$$;

-- Keeps the roll-up of hours and late readings apart. Otherwise the roll-up could read the minutes before a late
-- reading commits, and write its row after that reading has looked for one to delete: the row would stay wrong. Whoever
-- stores readings of an hour that is over, or nearly, calls this first in the transaction (read committed). Either it
-- comes first and the roll-up sees its readings, or it finds the roll-up's row.
create function hold_hours() returns void
  language sql
  begin atomic select pg_advisory_xact_lock_shared(hashtext('roll_hours')); end;

-- Hours in [first, last) for which some device has minutes but no row.
create function unrolled_hours(first timestamptz, last timestamptz) returns setof timestamptz
language sql stable as $$
  with missing as materialized (
    select d.no, slot from devices d, generate_series(first, last - interval '1 hour', interval '1 hour') slot
    where not exists (
      select from hours h where h.device_no = d.no and h.hour = slot and h.hour >= first and h.hour < last
    )
  )
  select distinct s.slot from missing s cross join lateral (
    -- limit: one index probe each, never a join with all minutes
    select from minutes m
    where m.device_no = s.no and m.minute >= s.slot and m.minute < s.slot + interval '1 hour'
      and m.minute >= first and m.minute < last
    limit 1
  ) m
$$;

-- Sums up the hour [first, last) of every device that has no row for it; late readings wait meanwhile. An hour in which
-- a device moved to another clinic gets no row, because a row has one clinic.
create function roll_hours(first timestamptz, last timestamptz) returns void
language plpgsql as $$
begin
  -- A node that hangs in the middle of this must not hold up the others' late readings.
  perform set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '10s', true);
  perform pg_advisory_xact_lock(hashtext('roll_hours'));
  -- Planned each time: a generic plan would open and lock every partition.
  execute '
    insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid)
    select m.device_no, min(m.clinic_no), $1, count(*), count(*) filter (where m.n_rr > 0),
      count(*) filter (where m.n_dist > 0), count(*) filter (where m.n_presence * 2 >= m.n),
      coalesce(sum(m.sum_rr / nullif(m.n_rr, 0)), 0), min(m.min_rr), max(m.max_rr),
      coalesce(sum(m.sum_dist / nullif(m.n_dist, 0)), 0),
      bit_or(b.bit), coalesce(bit_or(b.bit) filter (where m.n_rr > 0), 0)
    from devices d join minutes m on m.device_no = d.no
    cross join lateral (select 1::bigint << (extract(epoch from m.minute - $1) / 60)::integer as bit) b
    where m.minute >= $1 and m.minute < $2 and m.n > 0
      and not exists (select from hours h where h.device_no = d.no and h.hour = $1)
    group by m.device_no having min(m.clinic_no) = max(m.clinic_no)
    order by m.device_no
    on conflict do nothing' using first, last;
end
$$;

-- The newest minute of each span. Looks in the last minutes before its end first, where it nearly always is: reading
-- the index by device alone would go through hours of its minutes.
create function last_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select coalesce(
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= greatest(s.since, s.until - interval '15 minutes')
          and m.minute < s.until and m.n > 0 and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      ),
      (
        select m.minute from minutes m
        where m.device_no = s.device and m.minute >= s.since and m.minute < s.until and m.n > 0
          and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
        order by m.minute desc limit 1
      )
    ) as minute
    -- offset 0: evaluated once, not again for the condition below
    offset 0
  ) m
  where m.minute is not null
$$;

-- The oldest minute of each span; one index probe each.
create function first_minutes(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz)
language sql stable as $$
  select s.span, m.minute
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  cross join lateral (
    select m.minute from minutes m
    where m.device_no = s.device and m.minute >= s.since and m.minute < s.until and m.n > 0
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    order by m.minute limit 1
  ) m
$$;
