-- Readings and waves of closed days, kept as files outside the database (AR-1).
create table archive_files (
  -- the file's key in the store archive; never used again
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('readings', 'waves')),
  -- UTC
  day date not null,
  device_no integer not null,
  clinic_no integer not null,
  -- pending: being written; current: read; removed: to be deleted from the store
  state text not null default 'pending' check (state in ('pending', 'current', 'removed')),
  changed_at timestamptz not null default now(),
  rows integer not null default 0,
  -- how many of its rows the database still had when it was written; -1: some were erased since
  in_db integer not null default 0,
  first_ts timestamptz,
  last_ts timestamptz,
  bytes integer not null default 0,
  -- SHA-256 of the file
  digest bytea,
  -- what it holds of erased people until it is written anew; nobody reads that
  erased tstzmultirange not null default '{}',
  check (state <> 'current' or (digest is not null and first_ts is not null and last_ts is not null))
);
create unique index on archive_files (device_no, day, kind, clinic_no) where state = 'current';
create index on archive_files (day) where state = 'current';
create index on archive_files (changed_at) where state <> 'current';
create index on archive_files (id) where erased <> '{}' and state = 'current';
