-- Links as far as the signal of the bed is known: nobody could watch before the resident was linked, and what the sensor
-- did before the portal kept its signal is unknown. A link that ended before that has no time at all.
create view monitored_links with (security_invoker = true) as
  select a.clinic_id, a.device_id, a.resident_id, greatest(a.linked_at, g.first) as since, a.until
  from device_assignments a
  cross join lateral (select min(g.since) as first from signal_spans g where g.resident_id = a.resident_id) g
  where g.first is not null and (a.until is null or a.until > g.first);

-- When a linked bed was not watched (WA-10), and when nobody wanted it watched (`paused`, PL-6).
create view signal_gaps with (security_invoker = true) as
  select clinic_id, device_id, resident_id, state, since,
    case when until is null then 'infinity' else until end as until
  from signal_spans
  where state in ('silent', 'clock', 'malformed', 'stuck', 'paused');

-- When what a bed sends is not shown in its nights: while its sensor can't be believed, because the minutes of a stuck one
-- are marked only once they are over (WA-4), and while the resident is on leave.
create view excluded_times with (security_invoker = true) as
  select resident_id, since, timestamptz 'infinity' as until from signal_spans
  where until is null and state in ('stuck', 'clock', 'malformed')
  union all
  select resident_id, since, until from leaves;

-- Residents whose beds are in lists of downtime.
create view monitored_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.room collate numeric_order as room, r.floor
  from residents r;
