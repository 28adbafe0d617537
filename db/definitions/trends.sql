grant select, insert, update, delete on trend_nights, trends to eupnea_requests, eupnea_work;
alter table trend_nights enable row level security;
create policy trend_nights_scope on trend_nights
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table trends enable row level security;
create policy trends_scope on trends
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Who can be notified of: residents under a device whose monitoring is not paused (PL-6). flagged_at: newest change of
-- their flag.
create view trend_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, d.device_id, r.flag_status,
    (select f.created_at from resident_flag_logs f where f.resident_id = r.id order by f.id desc limit 1) as flagged_at
  from residents r join resident_devices d on d.resident_id = r.id
  where r.status = 1
    and not exists (select from signal_spans g where g.device_id = d.device_id and g.until is null and g.state = 'paused');

-- How trends were ended, for the history of their notifications.
create view episode_dismissals with (security_invoker = true) as
  select episode_id, dismissed_at, dismissed_name, reason from trends where dismissed_at is not null;

-- Each resident's nights: the median of the minutes in bed with a valid rate, where there are at least `enough` of them
-- outside excluded_times. Nights are [since, until), counted from 1. Minutes of a stuck sensor (n = 0) are not in
-- resident_minutes.
create function night_rates(clinic text, sinces timestamptz[], untils timestamptz[], enough integer)
returns table (resident_id text, night bigint, rate double precision)
language sql stable as $$
  select m.resident_id, n.night, percentile_cont(0.5) within group (order by m.sum_rr / m.n_rr)
  from unnest(sinces, untils) with ordinality n(since, until, night)
  join resident_minutes m on m.minute >= n.since and m.minute < n.until
  where m.resident_id in (select t.resident_id from trend_residents t where t.clinic_id = clinic)
    and m.minute >= earliest(sinces) and m.minute < latest_of(untils)
    and m.n_rr > 0 and m.n_presence * 2 >= m.n
    and not exists (select from excluded_times t
      where t.resident_id = m.resident_id and m.minute >= t.since and m.minute < t.until)
  group by m.resident_id, n.night having count(*) >= enough
$$;
