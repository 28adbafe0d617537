-- Nurse call systems that hear of a facility's notifications by HL7 v2 over MLLP (EH-5).
create table nurse_calls (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- what people and the audit log call it, and who acknowledged when it did
  name text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  tls boolean not null,
  -- certificates (PEM) that its own must lead to; empty: those that this machine trusts
  ca text not null,
  -- A Superadmin may name an address in a private network.
  may_be_private boolean not null,
  -- MSH-21 of messages to it
  profile text not null,
  -- of notifications; none: all of them
  kinds text[] not null,
  -- whether messages have residents' names
  sends_names boolean not null,
  -- on an idle line; 0: none
  heartbeat_seconds integer not null check (heartbeat_seconds between 0 and 3600),
  created_at timestamptz not null default now(),
  -- since when it has not answered, heartbeats included; null: it does
  silent_since timestamptz
);
create index on nurse_calls (clinic_id);

alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check
  check (channel in ('mail', 'sms', 'push', 'webhook', 'nurse-call'));
-- The newest message to a receiver about a notification, when it acknowledges by the notification's id.
create index on deliveries (notification_id, recipient, no) where channel = 'nurse-call';
