-- Minutes older than the newest 400 days are kept as files too, one of each device and month; `day` is its first (AR-3).
alter table archive_files drop constraint archive_files_kind_check;
alter table archive_files add check (kind in ('readings', 'waves', 'minutes'));

-- De-identified exports of a facility and period (AR-4): asked for, made piece by piece, deleted some days later.
create table deidentified_exports (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- who asked
  user_id text references users on delete set null,
  user_name text not null,
  -- the facility's days, both included
  first_day date not null,
  last_day date not null,
  started_at timestamptz not null default now(),
  -- the piece that is made next
  position integer not null default 0,
  residents integer not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- days of a resident of which the archive is damaged
  unreadable integer not null default 0,
  error text,
  ended_at timestamptz,
  check (error is null or ended_at is not null)
);
create index on deidentified_exports (clinic_id);
create index on deidentified_exports (user_id);
create index on deidentified_exports (started_at) where ended_at is null;

-- Who is who, only while the export is being made: afterwards nobody can tell any more.
create table deidentified_export_residents (
  export_id text not null references deidentified_exports on delete cascade,
  -- in the order of the pseudonyms, from 0
  no integer not null,
  resident_id text not null references residents on delete cascade,
  pseudonym text not null,
  -- by how many days everything of theirs is earlier than it was
  shift_days integer not null,
  primary key (export_id, no)
);
create index on deidentified_export_residents (resident_id);

create table deidentified_export_files (
  export_id text not null references deidentified_exports on delete cascade,
  name text not null,
  content bytea not null,
  primary key (export_id, name)
);
alter table deidentified_export_files alter content set storage external;
