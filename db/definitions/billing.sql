-- Billing: on which of its clinic's days a resident was monitored (BI-1).

-- The bits of the minutes from `since` to `until` past the hour; never all sixty.
create function minute_bits(since interval, until interval) returns bigint
  language sql immutable parallel safe
  return ((1::bigint << (date_part('epoch', until - since)::integer / 60)) - 1) << (date_part('epoch', since)::integer / 60);

-- Minutes of spans that only billing still counts (WA-4).
create function closed_minutes_of(devices integer[], sinces timestamptz[], untils timestamptz[])
returns table (span bigint, minute timestamptz, is_valid boolean)
language sql stable as $$
  select s.span, c.minute, c.is_valid
  from unnest(devices, sinces, untils) with ordinality s(device, since, until, span)
  join closed_minutes c on c.device_no = s.device and c.minute >= s.since and c.minute < s.until
  -- What came late in place of what was repeated is counted with the others.
  where not exists (select from minutes m where m.device_no = c.device_no and m.minute = c.minute and m.n > 0)
$$;

-- Spans are (device, since, until) of whole minutes, counted from 1; days run from one midnight to the next, counted
-- from 1. A row says how many minutes of a span and day have a reading, and a valid rr. A span and day may have several
-- rows, which add up, or none without readings. From whole hours where those exist, like respiration_summary.
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
    -- the hours at the ends, of which only some minutes belong to the piece
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
  -- what `hours` does not cover; a piece without any such hour is one gap
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
    where m.device_no = g.device and m.minute >= g.since and m.minute < g.until and m.n > 0
      and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
  ) m
  where m.n > 0
  union all
  select c.span, d.day, count(*), count(*) filter (where c.is_valid)
  from closed_minutes_of(devices, sinces, untils) c
  join unnest(midnights[:cardinality(midnights) - 1], midnights[2:]) with ordinality d(since, until, day)
    on c.minute >= d.since and c.minute < d.until
  group by c.span, d.day
$$;

-- What billing shows of a resident.
create view billing_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, mr_no, dob,
    information_file, date_of_admission
  from residents;

