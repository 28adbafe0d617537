grant select, insert, update, delete on sms_alerts, alert_dispatches, alert_deliveries to eupnea_app;
alter table sms_alerts enable row level security;
create policy sms_alerts_scope on sms_alerts
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table alert_dispatches enable row level security;
create policy alert_dispatches_scope on alert_dispatches
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table alert_deliveries enable row level security;
create policy alert_deliveries_scope on alert_deliveries
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- In the transaction of the reading that raised the notification, so that both exist or neither. Whoever sends learns
-- of it through tell_notification.
create function dispatch_notification() returns trigger language plpgsql as $$
begin
  insert into alert_dispatches (notification_id, clinic_id, level) values (new.id, new.clinic_id, 0);
  return null;
end
$$;
-- What is long over (WA-8) and what changed over nights (WA-12) is listed, not sent.
create trigger dispatch_notification after insert on notifications
  for each row when (not new.is_late and new.kind <> 'trend') execute function dispatch_notification();

-- What a message says about a notification.
create view alert_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.episode_id, n.kind, n.title, n.description, n.extra_detail, n.created_at, n.raised_at,
    n.patient_id as resident_id, n.acknowledged_at, n.acknowledged_name, n.snoozed_until, e.ended_at,
    coalesce(r.first_name, '') as first_name, coalesce(r.last_name, '') as last_name, coalesce(r.room, '') as room
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join residents r on r.id = n.patient_id;
grant select on alert_notifications to eupnea_app;
