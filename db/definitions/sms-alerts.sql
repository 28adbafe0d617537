grant select, insert, update, delete on sms_alerts, notification_steps to eupnea_requests, eupnea_work;
alter table sms_alerts enable row level security;
create policy sms_alerts_scope on sms_alerts
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table notification_steps enable row level security;
create policy notification_steps_scope on notification_steps
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- In the transaction of the reading that raised the notification, so that both exist or neither. Whoever tells of it
-- learns of it through tell_notification.
create function begin_dispatch() returns trigger language plpgsql as $$
begin
  insert into notification_steps (notification_id, clinic_id, step) values (new.id, new.clinic_id, 'raised')
  on conflict (notification_id, step) do update set due_at = now(), done_at = null, failing_since = null;
  return null;
end
$$;
-- What is long over (WA-8) is listed, not sent.
create trigger begin_dispatch after insert on notifications
  for each row when (not new.is_late) execute function begin_dispatch();
-- What became worse is told again (AN-5).
create trigger begin_dispatch_again after update of worse_at on notifications
  for each row when (new.worse_at is distinct from old.worse_at and not new.is_late) execute function begin_dispatch();

-- When escalation is switched on, open notifications are escalated too.
create function begin_escalation() returns trigger language plpgsql as $$
begin
  insert into notification_steps (notification_id, clinic_id, step, due_at)
  select n.id, n.clinic_id, 'escalated', now() + make_interval(mins => new.escalation_minutes)
  from listed_notifications n
  where n.id = any (array(select notification_id from current_notifications where clinic_id = new.id))
    and n.state in ('open', 'snoozed') and not n.is_late and n.kind <> 'trend'
  -- It may have fallen due while escalation was off, and reached nobody.
  on conflict (notification_id, step) do update set due_at = excluded.due_at, done_at = null, failing_since = null
    where notification_steps.done_at is null or not exists (
      select from deliveries d where d.notification_id = excluded.notification_id and d.step = 'escalated');
  return null;
end
$$;
create trigger begin_escalation after update of escalation_minutes on clinics
  for each row when (old.escalation_minutes is null and new.escalation_minutes is not null)
  execute function begin_escalation();
