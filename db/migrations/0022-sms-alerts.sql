-- Who is told of a notification outside the portal (AL-5, AL-6, AL-7), and what became of each message.

alter table clinics
  -- minutes until a notification that nobody acknowledged goes to the next recipients; null: never
  add column escalation_minutes integer check (escalation_minutes between 1 and 1440),
  -- e-mail addresses and phone numbers
  add column escalation_recipients text[] not null default '{}';

-- Phone numbers that get an SMS. A number that was disabled keeps its row and is made active again.
create table sms_alerts (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- E.164
  phone text not null,
  name text not null default '',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (clinic_id, phone)
);

-- What is still to be told. Level 0: subscriptions and alert recipients; level 1: escalation.
create table alert_dispatches (
  notification_id text not null references notifications on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  level smallint not null check (level in (0, 1)),
  due_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (notification_id, level)
);
create index on alert_dispatches (due_at) where done_at is null;
create index on alert_dispatches (clinic_id);

-- One message to one receiver. An episode that gets worse raises a second notification, and no second message.
create table alert_deliveries (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  notification_id text not null references notifications on delete cascade,
  episode_id text references episodes on delete cascade,
  level smallint not null,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  sms_alert_id text references sms_alerts on delete set null,
  -- in the outbox, which forgets it in time
  message_id text not null,
  -- SHA-256 of what stands in the message's link
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  opened_name text
);
create unique index alert_deliveries_once on alert_deliveries (coalesce(episode_id, notification_id), level, kind, recipient);
create index on alert_deliveries (notification_id);
create index on alert_deliveries (sms_alert_id, created_at);
create index on alert_deliveries (message_id);
create index on alert_deliveries (clinic_id);

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

-- With the reading that raised it: both are there, or neither. Who waits for it hears of it by tell_notification (0021).
create function dispatch_notification() returns trigger language plpgsql as $$
begin
  insert into alert_dispatches (notification_id, clinic_id, level) values (new.id, new.clinic_id, 0);
  return null;
end
$$;
create trigger dispatch_notification after insert on notifications
  for each row execute function dispatch_notification();

-- What a message says of a notification.
create view alert_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.episode_id, n.kind, n.title, n.description, n.extra_detail, n.created_at,
    n.patient_id as resident_id, n.acknowledged_at, n.acknowledged_name, n.snoozed_until, e.ended_at,
    coalesce(r.first_name, '') as first_name, coalesce(r.last_name, '') as last_name, coalesce(r.room, '') as room
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join residents r on r.id = n.patient_id;
grant select on alert_notifications to eupnea_app;

-- Messages of the outbox that may be merged with others to the same receiver, and what came back of them.
alter table outbox_messages
  -- of whom, since when and where it leads; null: a message of its own, such as a code
  add column notice jsonb,
  -- on its way until then, at most
  add column lease_until timestamptz,
  -- last time that it was given to its gateway
  add column taken_at timestamptz,
  -- the gateway may have it although it did not say so: never under another id
  add column is_unclear boolean not null default false,
  add column merged_into text,
  -- what the gateway says of its way
  add column delivery text check (delivery in ('sent', 'delivered', 'undelivered', 'failed')),
  add column delivery_at timestamptz,
  drop constraint outbox_messages_status_check,
  add constraint outbox_messages_status_check check (status in ('queued', 'sent', 'failed', 'kept', 'merged'));
create index on outbox_messages (kind, recipient, taken_at) where notice is not null;
create index on outbox_messages (merged_into) where merged_into is not null;

-- How it stands with each gateway, for all nodes.
create table outbox_gateways (
  kind text primary key check (kind in ('mail', 'sms')),
  -- asked for patience (429)
  paused_until timestamptz,
  -- in a row; while there are any, one notice at a time tries whether it is back
  failures integer not null default 0,
  failed_at timestamptz,
  next_probe_at timestamptz
);
insert into outbox_gateways (kind) values ('mail'), ('sms');
grant select, insert, update, delete on outbox_gateways to eupnea_app;
