-- Who is notified outside the portal (AL-5, AL-6, AL-7), and what happened to each message.

-- Phone numbers that get an SMS. A disabled number keeps its row and can be enabled again.
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

-- Notifications still to be sent out. Level 0: alert phones and recipients; level 1: escalation.
create table alert_dispatches (
  notification_id text not null references notifications on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  level smallint not null check (level in (0, 1)),
  -- when to try next
  due_at timestamptz not null default now(),
  done_at timestamptz,
  -- since when each attempt has failed
  failing_since timestamptz,
  primary key (notification_id, level)
);
create index on alert_dispatches (due_at) where done_at is null;
create index on alert_dispatches (clinic_id);

-- One message to one recipient. When an episode gets worse there is a second notification, but no second message.
create table alert_deliveries (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  notification_id text not null references notifications on delete cascade,
  episode_id text references episodes on delete cascade,
  level smallint not null,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  sms_alert_id text references sms_alerts on delete set null,
  -- in the outbox, which deletes old messages
  message_id text not null,
  -- SHA-256 of the token in the message's link
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  -- The name stays when the user is deleted, and so does the id, by which an erasure finds the name.
  opened_name text,
  opened_by text
);
create unique index alert_deliveries_once on alert_deliveries (coalesce(episode_id, notification_id), level, kind, recipient);
create index on alert_deliveries (notification_id);
create index on alert_deliveries (sms_alert_id, created_at);
create index on alert_deliveries (message_id);
create index on alert_deliveries (clinic_id);
