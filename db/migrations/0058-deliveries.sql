-- Notification → delivery → attempt (AL-6, AN-13), a table each: a notification is told in steps, a step makes a
-- delivery for each receiver, and each try to deliver it is an attempt.

alter table outbox_gateways rename to gateways;
alter table gateways rename column kind to channel;

alter table alert_dispatches rename to notification_steps;
alter table notification_steps drop constraint alert_dispatches_level_check;
alter table notification_steps rename column level to step;
alter table notification_steps alter column step type text using case step when 0 then 'raised' else 'escalated' end;

-- When it became worse: it is told again (AN-5).
alter table notifications add worse_at timestamptz;

-- Mails, SMS, pushes and webhooks: queued in the transaction that wants them sent, sent by one node at a time, and kept
-- for reading where no gateway is set up. With a notification: what it tells one receiver at one step.
alter table outbox_messages rename to deliveries;
alter table deliveries rename column kind to channel;
alter table deliveries drop constraint outbox_messages_kind_check;
alter table deliveries
  add check (channel in ('mail', 'sms', 'push', 'webhook')),
  add clinic_id text references clinics on delete cascade,
  add notification_id text references notifications on delete cascade,
  -- as the step of notification_steps that made it
  add step text,
  -- of the notification then: each that is reached is told once
  add severity text,
  add sms_alert_id text references sms_alerts on delete set null,
  -- SHA-256 of the token in the message's link
  add token_hash text unique,
  add opened_at timestamptz,
  -- The name stays when the user is deleted, and so does the id, by which an erasure finds the name.
  add opened_name text,
  add opened_by text,
  add check (num_nulls(clinic_id, notification_id, step, severity) in (0, 4));

update deliveries d set clinic_id = a.clinic_id, notification_id = a.notification_id,
  step = case a.level when 0 then 'raised' else 'escalated' end, severity = n.severity, sms_alert_id = a.sms_alert_id,
  token_hash = a.token_hash, opened_at = a.opened_at, opened_name = a.opened_name, opened_by = a.opened_by
from alert_deliveries a join notifications n on n.id = a.notification_id where a.message_id = d.id;
-- Of those whose message is gone it is still known who was told; what became of it is forgotten.
insert into deliveries (id, channel, recipient, status, merged_into, created_at, clinic_id, notification_id, step,
  severity, sms_alert_id, token_hash, opened_at, opened_name, opened_by)
select a.message_id, a.kind, a.recipient, 'merged', 'forgotten', a.created_at, a.clinic_id, a.notification_id,
  case a.level when 0 then 'raised' else 'escalated' end, n.severity, a.sms_alert_id, a.token_hash, a.opened_at,
  a.opened_name, a.opened_by
from alert_deliveries a join notifications n on n.id = a.notification_id
where not exists (select from deliveries d where d.id = a.message_id);
drop table alert_deliveries;

create unique index deliveries_once on deliveries (notification_id, step, severity, channel, recipient)
  where notification_id is not null;
create index on deliveries (sms_alert_id, created_at) where sms_alert_id is not null;
create index on deliveries (clinic_id) where clinic_id is not null;

-- Each try to give a delivery to its gateway.
create table attempts (
  delivery_id text not null references deliveries on delete cascade,
  no integer not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- found, absent: the gateway was asked whether it has it already (AN-13). Without an end, its node died or is waiting.
  outcome text check (outcome in ('accepted', 'found', 'absent', 'refused', 'unclear')),
  failure text,
  primary key (delivery_id, no)
);
