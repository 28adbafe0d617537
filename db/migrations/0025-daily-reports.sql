-- Daily reports that were made: saved, sent, or by the clock (RP-5, RP-6). The file is what was sent, kept as it was.
create table daily_reports (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  date date not null,
  -- null: all floors
  floor text,
  file_id text not null references files on delete cascade,
  file_name text not null,
  made_at timestamptz not null default now(),
  -- e-mail of who made it; null: the clock
  made_by text,
  -- addresses that it was sent to so far
  sent_to integer not null default 0,
  last_sent_at timestamptz
);
create index on daily_reports (clinic_id, made_at desc, id);
-- By the clock once, however many nodes there are and however often they start.
create unique index daily_reports_scheduled on daily_reports (clinic_id, date) where made_by is null;

grant select, insert, update, delete on daily_reports to eupnea_app;
alter table daily_reports enable row level security;
create policy daily_reports_scope on daily_reports
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- When the report of the day before is sent, in the facility's zone.
alter table clinics add column daily_report_time text not null default '07:00'
  check (daily_report_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- A file that goes with a mail. It stays until nobody is to get it any more.
alter table outbox_messages
  add column attachment_file_id text references files on delete set null,
  add column attachment_name text;
create index on outbox_messages (attachment_file_id) where attachment_file_id is not null;

-- Who may be sent a report of a facility.
create view report_readers with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email
  from users u join user_clinics c on c.user_id = u.id
  where u.status = 1 and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));

grant select on report_readers to eupnea_app;
