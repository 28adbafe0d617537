-- Respiration out of range. At most one open row (ended_at is null) per resident and direction (AL-2).
create table episodes (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  device_id text not null references devices on delete cascade,
  direction text not null check (direction in ('low', 'high')),
  severity text not null check (severity in ('warning', 'danger')),
  rr real not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index episodes_open on episodes (resident_id, direction) where ended_at is null;
create index on episodes (clinic_id, raised_at);
create index on episodes (resident_id, raised_at);

-- Monitoring of a clinic that has failed: none of its devices is heard, or the portal's own jobs are stuck. One open
-- outage per clinic and cause, however many nodes watch.
create table monitoring_outages (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- readings: no device is heard; jobs: the portal's jobs or messages are stuck
  cause text not null check (cause in ('readings', 'jobs')),
  -- when it last worked
  since timestamptz not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index monitoring_outages_open on monitoring_outages (clinic_id, cause) where ended_at is null;

-- When each part of the portal last showed that it works.
create table heartbeats (
  part text primary key,
  at timestamptz not null
);

-- Notifications and who took them on (AL-3, AL-7). Ingest writes the row in the transaction of the reading that raised
-- it; the watch over clinics writes those about an outage.
create table notifications (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  episode_id text references episodes on delete cascade,
  title text not null,
  description text not null,
  action text not null,
  severity text not null,
  patient_id text references residents on delete cascade,
  extra_detail jsonb not null,
  created_at timestamptz not null default now(),
  -- monitoring: about the clinic, which no longer hears its devices; it has no resident
  kind text not null default 'episode' check (kind in ('episode', 'monitoring')),
  -- The names stay when the user is deleted, and so do the ids beside them, by which an erasure finds the names: they
  -- are no foreign keys.
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_name text,
  snoozed_until timestamptz,
  snoozed_by text,
  snoozed_name text,
  outage_id text references monitoring_outages on delete cascade
);
create index on notifications (clinic_id, created_at);
create index on notifications (patient_id, created_at);
create index on notifications (episode_id);
create index on notifications (outage_id);

-- Who has seen a notification: each user for themselves.
create table notification_views (
  notification_id text not null references notifications on delete cascade,
  user_id text not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  -- the user's name at that time
  name text not null default '',
  primary key (notification_id, user_id)
);
create index on notification_views (user_id);
