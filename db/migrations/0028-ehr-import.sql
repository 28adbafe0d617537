-- Residents from an external EHR (EH-1 to EH-3), and what goes back to it.

-- How a facility's EHR is reached. What opens it is sealed with the portal's secret (server/platform/seal.ts).
create table ehr_connections (
  clinic_id text primary key references clinics on delete cascade,
  source text not null check (source in ('pcc', 'fhir')),
  base_url text not null,
  -- '': where the source says so itself
  token_url text not null default '',
  org_uuid text not null default '',
  facility_id text not null default '',
  client_id text not null,
  -- client secret (pcc) or private key as JWK (fhir)
  sealed bytea not null,
  -- fhir: what the EHR checks our signature with; the address that it is published at names key_id
  algorithm text check (algorithm in ('ES384', 'RS384')),
  key_id text unique,
  public_key jsonb,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

-- Who of the EHR is which resident here, and what the EHR said of them last: a field that still says it was not changed
-- by anybody here. A field that is missing came from here.
create table ehr_links (
  -- the resident's
  clinic_id text not null,
  source text not null,
  external_id text not null,
  resident_id text not null references residents on delete cascade,
  said jsonb not null,
  primary key (clinic_id, source, external_id)
);
create unique index on ehr_links (clinic_id, resident_id);
create index on ehr_links (resident_id);

create table ehr_runs (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  source text not null,
  state text not null default 'reading'
    check (state in ('reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  started_at timestamptz not null default now(),
  started_by text not null,
  confirmed_by text,
  finished_at timestamptz,
  -- where reading goes on after a stop; null at the beginning
  next_page text,
  pages integer not null default 0,
  rows_read integer not null default 0,
  -- as the EHR announces it, if it does
  rows_announced integer,
  -- how many rows of each kind there were, and how many were written, once it has ended
  counts jsonb,
  -- why it failed
  message text,
  -- the EHR asked for patience until then
  waits_until timestamptz,
  -- the node at work, and until when it need not be asked again
  worker text,
  lease_until timestamptz
);
create index on ehr_runs (clinic_id, started_at desc, id);
create unique index on ehr_runs (clinic_id) where state in ('reading', 'preview', 'applying');

create table ehr_rows (
  run_id text not null references ehr_runs on delete cascade,
  no integer not null,
  -- the run's
  clinic_id text not null,
  -- null: the row does not say whom it is about
  external_id text,
  kind text not null
    check (kind in ('create', 'update', 'discharge', 'unchanged', 'ask', 'failed', 'left_out')),
  -- why it failed, is left out or asks
  reason text not null default '',
  -- for people: who it is about, if that can be told
  name text not null default '',
  -- what the EHR says
  incoming jsonb,
  resident_id text,
  -- residents here who may be the one, for a person to choose from
  candidates text[] not null default '{}',
  -- [{field, from, to, asks}]
  changes jsonb not null default '[]',
  -- the resident's record when this was planned
  planned_at timestamptz,
  -- null: nobody decided
  decision text check (decision in ('skip', 'apply', 'new', 'link')),
  -- fields in which the EHR's value is taken although it was changed here
  take text[] not null default '{}',
  -- null: not yet looked at; true: written; false: left as it was
  applied boolean,
  primary key (run_id, no)
  -- Each row is changed once, when it is written: there is room for that beside it.
) with (fillfactor = 60);
create index on ehr_rows (run_id, kind, no);

grant select, insert, update, delete on ehr_connections, ehr_links, ehr_runs, ehr_rows to eupnea_app;
alter table ehr_connections enable row level security;
create policy ehr_connections_scope on ehr_connections
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_links enable row level security;
create policy ehr_links_scope on ehr_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_runs enable row level security;
create policy ehr_runs_scope on ehr_runs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_rows enable row level security;
create policy ehr_rows_scope on ehr_rows
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whom an import may find here.
create view importable_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room, floor, status, dob, gender, mr_no,
    date_of_admission, updated_at
  from residents;

-- Whom observations are about.
create view observed_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, dob, gender, mr_no, updated_at
  from residents where status <> 0;

grant select on importable_residents, observed_residents to eupnea_app;
