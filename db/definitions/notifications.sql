grant select, insert, update, delete on episodes, monitoring_outages, notifications, notification_views to eupnea_requests, eupnea_work;
grant select, insert, update on heartbeats to eupnea_requests, eupnea_work;
grant select, insert, update, delete on job_failures to eupnea_work;
grant select, insert, update, delete on signal_spans to eupnea_requests, eupnea_work;

alter table episodes enable row level security;
create policy episodes_scope on episodes
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table monitoring_outages enable row level security;
create policy monitoring_outages_scope on monitoring_outages
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table notifications enable row level security;
create policy notifications_scope on notifications
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table notification_views enable row level security;
-- Their own are told apart first: counting what somebody hasn't seen looks at thousands.
create policy notification_views_scope on notification_views
  using ((select scope_all()) or user_id = (select scope_user())
    or exists (select from notifications n where n.id = notification_id))
  with check ((select scope_all()) or exists (select from notifications n where n.id = notification_id));

alter table signal_spans enable row level security;
create policy signal_spans_scope on signal_spans
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Unlinking a resident from a device ends their episodes and the signal of the bed in the same transaction.
create function end_episodes() returns trigger language plpgsql as $$
begin
  update episodes set ended_at = now(), end_reason = 'unlinked' where resident_id = new.resident_id and ended_at is null;
  update signal_spans set until = greatest(since, now()) where device_id = new.device_id and until is null;
  return null;
end
$$;
create trigger end_episodes after update of until on device_assignments
  for each row when (old.until is null and new.until is not null) execute function end_episodes();

-- What comes back after its end is open and unseen: who acknowledged it before may think that it is over (WA-7).
create function reopen_notification() returns trigger language plpgsql as $$
begin
  -- The next recipients are notified if nobody acknowledges that, but not twice about a sensor that fails every few
  -- minutes (AL-7), and not later each time that it does.
  update notification_steps s set due_at = now() + make_interval(mins => c.escalation_minutes), done_at = null, failing_since = null
  from notifications n join clinics c on c.id = n.clinic_id
  where n.episode_id = new.id and s.notification_id = n.id and s.step = 'escalated' and c.escalation_minutes is not null
    and (s.done_at is not null or n.acknowledged_at is not null or n.reopened_at = '{}')
    and not exists (select from deliveries d where d.notification_id = n.id and d.step = 'escalated');
  delete from notification_views v using notifications n where n.episode_id = new.id and v.notification_id = n.id;
  update notifications set acknowledged_at = null, acknowledged_by = null, acknowledged_name = null,
    -- The newest hundred: a sensor can fail every few minutes for months.
    reopened_at = (reopened_at || now())[greatest(cardinality(reopened_at) - 98, 1):]
  where episode_id = new.id;
  return null;
end
$$;
create trigger reopen_notification after update of ended_at on episodes
  for each row when (old.ended_at is not null and new.ended_at is null) execute function reopen_notification();

-- Every node learns of it with the commit. A transaction that raises fifty notifies once per resident.
create function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('eupnea', json_build_object('type', 'changed', 'noun', 'notifications',
    'clinic_id', new.clinic_id, 'patient_id', new.patient_id)::text);
  return null;
end
$$;
create trigger tell_notification after insert or update of worse_at, reopened_at on notifications
  for each row execute function tell_notification();

-- Clinics with residents who have a device, and when any of these devices was last heard. An ESPHome node that reports
-- itself alive may be silent. While everyone is on leave nobody is waited for, and when somebody should be back, from
-- then on (PL-6).
create view monitored_clinics with (security_invoker = true) as
  select c.id as clinic_id, c.tz, c.locale, count(*) as devices,
    max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end) as last_heard,
    greatest(min(a.linked_at), max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end),
      min(coalesce(v.until, '-infinity'))) as heard_or_since
  from clinics c
  join device_assignments a on a.clinic_id = c.id and a.until is null
  join devices d on d.id = a.device_id
  left join latest l on l.device_no = d.no
  left join presence p on p.device_no = d.no
  left join lateral (
    select max(least(l.until, now())) as until from leaves l where l.resident_id = a.resident_id and l.since <= now()
  ) v on true
  group by c.id, c.tz, c.locale;

-- Notifications, their state, and whom they are about as far as that is known.
create view listed_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.kind, n.title, n.description, n.action, n.severity, n.patient_id, n.extra_detail,
    n.episode_id, n.outage_id, n.created_at, n.raised_at, n.worse_at, n.became_worse_at, n.reopened_at,
    -- also what became worse too late to be sent, and was over before anybody took care of it (WA-8)
    n.is_late or (n.worse_late_at is not null and e.ended_at is not null
      and coalesce(greatest(n.acknowledged_at, n.snoozed_at) <= n.worse_late_at, true)) as is_late,
    e.end_reason, n.acknowledged_at, n.acknowledged_by, n.acknowledged_name,
    n.snoozed_until, n.snoozed_at, n.snoozed_by, n.snoozed_name,
    -- when it asks again: with the end of a snooze (AL-7); a danger 30 minutes after its acknowledgement, as in
    -- handling.sql.ts (AN-5)
    greatest(n.snoozed_until, case when n.severity = 'danger' then n.acknowledged_at + interval '30 minutes' end) as asks_again_at,
    coalesce(e.ended_at, o.ended_at) as ended_at,
    -- its bed has sent nothing since that can be believed; what is about the sensor itself says so already (AL-2)
    case when e.ended_at is null and n.kind in ('episode', 'no_breathing', 'out_of_bed', 'still_in_bed', 'back_early') then (
      select s.since from signal_spans s
      where s.device_id = e.device_id and s.resident_id = e.resident_id and s.until is null
        and s.state in ('silent', 'clock', 'malformed')) end as not_measured_since,
    r.first_name, r.last_name, r.preferred_name, r.room, r.floor, r.status as resident_status,
    (select d.id from devices d where d.id = n.extra_detail ->> 'device_id') as device_id,
    case
      when e.ended_at is not null or o.ended_at is not null then 'ended'
      when n.acknowledged_at is not null
        and (n.severity <> 'danger' or n.acknowledged_at > now() - interval '30 minutes') then 'acknowledged'
      when n.snoozed_until > now() then 'snoozed'
      else 'open'
    end as state
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join monitoring_outages o on o.id = n.outage_id
  left join residents r on r.id = n.patient_id;

-- What people and other systems did about notifications, oldest first. The audit log keeps what a worse severity or a
-- later acknowledgement replaces in the row. Of notifications outside the scope it says nothing.
create function notification_acts(ids text[])
  returns table (notification_id text, act text, at timestamptz, name text, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.id, split_part(a.act, '.', 2), a.at,
    -- as they were called then, where the row still has it
    coalesce(case a.at when n.acknowledged_at then n.acknowledged_name when n.snoozed_at then n.snoozed_name end,
      u.name, a.detail ->> 'system', nullif(a.actor_name, ''), 'Erased'),
    (a.detail #>> '{changes,snoozed_until,after}')::timestamptz
  from audit_entries a
  join notifications n on n.id = a.detail ->> 'notification_id'
  left join users u on a.actor_type = 'user' and u.id = a.actor_id
  where a.detail ->> 'notification_id' = any (ids)
    and a.act in ('notification.acknowledge', 'notification.unacknowledge', 'notification.snooze', 'notification.unsnooze')
    and (scope_all() or n.clinic_id = any (scope_clinics()))
  order by a.id
$$;
grant execute on function notification_acts to eupnea_requests;

-- Which of them haven't ended, found by the few episodes and outages that are open. As an array, they are found once
-- and looked up by their ids: the planner can't tell how few they are.
create view current_notifications with (security_invoker = true) as
  select n.id as notification_id, e.clinic_id, e.resident_id as patient_id
  from episodes e join notifications n on n.episode_id = e.id where e.ended_at is null
  union all
  select n.id, o.clinic_id, null
  from monitoring_outages o join notifications n on n.outage_id = o.id where o.ended_at is null;

-- A danger that is acknowledged or snoozed asks again when that is over; until then, or until it is undone, nobody else
-- is told (AN-5, AL-7).
create function ask_again() returns trigger language plpgsql as $$
declare
  again timestamptz := (select asks_again_at from listed_notifications where id = new.id and ended_at is null);
begin
  if again >= now() then
    insert into notification_steps (notification_id, clinic_id, step, due_at)
    select new.id, new.clinic_id, 'again', again
    where exists (select from notification_steps s where s.notification_id = new.id and s.step = 'raised')
    on conflict (notification_id, step) do update set due_at = excluded.due_at, done_at = null, failing_since = null;
  else
    delete from notification_steps where notification_id = new.id and step = 'again' and done_at is null;
  end if;
  return null;
end
$$;
create trigger ask_again after update of acknowledged_at, snoozed_until on notifications
  for each row when (new.severity = 'danger' and (new.acknowledged_at is distinct from old.acknowledged_at
    or new.snoozed_until is distinct from old.snoozed_until))
  execute function ask_again();

-- What is to be looked at in each clinic now: who is out of range, of whom nothing is known, what nobody has acknowledged.
create view clinic_attention with (security_invoker = true) as
  select c.id as clinic_id,
    (select count(*) from residents r where r.clinic_id = c.id and r.status = 1) as residents,
    coalesce(e.out_of_range, 0) as out_of_range, coalesce(s.no_signal, 0) as no_signal,
    coalesce(u.unacknowledged, 0) as unacknowledged, coalesce(u.dangers, 0) as dangers, u.oldest_at
  from clinics c
  left join (
    select clinic_id, count(distinct resident_id) as out_of_range from episodes
    where ended_at is null and kind = 'episode' and not is_late group by clinic_id
  ) e on e.clinic_id = c.id
  left join (
    select d.clinic_id, count(*) as no_signal from resident_devices d
    left join signal_spans g on g.device_id = d.device_id and g.until is null
    where case when coalesce(g.state, 'ok') in ('ok', 'away') then not d.online else g.state <> 'paused' end
    group by d.clinic_id
  ) s on s.clinic_id = c.id
  left join (
    select n.clinic_id, count(*) as unacknowledged, count(*) filter (where n.severity = 'danger') as dangers,
      min(n.raised_at) as oldest_at
    from listed_notifications n
    where n.state = 'open' and not n.is_late and n.id = any (array(select notification_id from current_notifications))
    group by n.clinic_id
  ) u on u.clinic_id = c.id;
