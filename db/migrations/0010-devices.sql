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
