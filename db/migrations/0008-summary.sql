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
