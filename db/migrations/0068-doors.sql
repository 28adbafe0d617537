-- A Superadmin may connect an EHR in a private network (DO-7). A connection that a Superadmin saved last keeps working.
alter table ehr_connections add may_be_private boolean not null default false;
update ehr_connections set may_be_private = true
from users where users.email = ehr_connections.updated_by and 'sa' = any (users.groups);
alter table ehr_connections alter may_be_private drop default;

-- Logins with a wrong key, by device and hour (DO-6).
create table wrong_keys (
  device_id text not null references devices on delete cascade,
  hour timestamptz not null,
  count bigint not null,
  last_at timestamptz not null,
  -- of the last one
  address text not null,
  -- the hour is over and in the audit log
  is_audited boolean not null default false,
  primary key (device_id, hour)
);
create index on wrong_keys (hour) where not is_audited;

-- For whom a link was made, as its creator wrote it; '': made before this was asked (DO-9).
alter table report_links add recipient text not null default '';
alter table report_links alter recipient drop default;

-- What opens the reports that a clinic mails (DO-8).
create table report_passwords (
  clinic_id text primary key references clinics on delete cascade,
  -- as in server/platform/seal.ts
  sealed bytea not null,
  made_at timestamptz not null default now(),
  -- e-mail address of the user; null: made on schedule
  made_by text
);
comment on column report_passwords.sealed is 'sealed: report-password {clinic_id}';
