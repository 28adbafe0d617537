-- What is kept in the file stores (FI-1). A row comes before its file and goes after it, so that no file is without one:
-- pending while it is being received, removed until a job has taken the file away.
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
  created_at timestamptz not null default now()
);
create index on files (changed_at) where state <> 'kept';
create index on files (clinic_id);
create index on files (resident_id);

grant select, insert, update, delete on files to eupnea_app;
alter table files enable row level security;
create policy files_scope on files
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
