-- What the file stores hold (FI-1). A row is written before its file and removed after it, so no file is without one:
-- pending while it is being received, removed until a job has deleted the file.
create table files (
  id text primary key default gen_random_uuid()::text,
  store text not null check (store in ('face-sheets', 'clinic-images', 'reports')),
  state text not null default 'pending' check (state in ('pending', 'kept', 'removed')),
  clinic_id text references clinics on delete set null,
  resident_id text references residents on delete set null,
  name text not null,
  type text not null default '',
  bytes bigint not null default 0,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- The day of a daily report, to find the reports that an erased resident may be in. Null: not a daily report, or one
  -- mailed before this column existed.
  day date
);
create index on files (changed_at) where state <> 'kept';
create index on files (clinic_id);
create index on files (resident_id);
