-- Links that open a daily report for anyone who has them (RP-4). Only a hash of the secret is kept.
create table report_links (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- SHA-256 of 128 random bits, hexadecimal
  token_hash text not null unique,
  date date not null,
  -- null: all floors
  floor text,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened bigint not null default 0,
  last_opened_at timestamptz
);
create index on report_links (clinic_id, created_at desc, id);

-- Daily reports that were saved, sent, or made on schedule (RP-5, RP-6). The file is kept as it was sent.
create table daily_reports (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  date date not null,
  -- null: all floors
  floor text,
  -- null: someone who may be in it was erased; the report is made again without them
  file_id text references files on delete cascade,
  file_name text not null,
  made_at timestamptz not null default now(),
  -- e-mail address of the user; null: made on schedule
  made_by text,
  -- how many addresses it was sent to so far
  sent_to integer not null default 0,
  last_sent_at timestamptz
);
create index on daily_reports (clinic_id, made_at desc, id);
-- One scheduled report a day, however many nodes there are and however often they start.
create unique index daily_reports_scheduled on daily_reports (clinic_id, date) where made_by is null;
