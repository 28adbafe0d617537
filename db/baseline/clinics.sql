-- Clinics. Readings carry `no`: four bytes instead of an id in tables with hundreds of millions of rows.
create table clinics (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  slug text not null unique,
  name text not null,
  logo text,
  tz text not null,
  floors text[] not null default '{}',
  alert_recipients text[] not null default '{}',
  daily_report_recipients text[] not null default '{}',
  ehr_integration_status text not null default '',
  clinic_detail text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- minutes until an unacknowledged notification goes to the next recipients; null: never
  escalation_minutes integer check (escalation_minutes between 1 and 1440),
  -- e-mail addresses and phone numbers
  escalation_recipients text[] not null default '{}',
  -- when the report of the day before is sent, in the clinic's time zone
  daily_report_time text not null default '07:00' check (daily_report_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

create table user_clinics (
  user_id text not null references users on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (user_id, clinic_id)
);
create index on user_clinics (clinic_id);
