-- Residents imported from an external EHR (EH-1 to EH-3).

-- How to reach a clinic's EHR. The credentials are sealed with the portal's secret (server/platform/seal.ts).
create table ehr_connections (
  clinic_id text primary key references clinics on delete cascade,
  source text not null check (source in ('pcc', 'fhir')),
  base_url text not null,
  -- '': the source publishes it
  token_url text not null default '',
  org_uuid text not null default '',
  facility_id text not null default '',
  client_id text not null,
  -- client secret (pcc) or private key as JWK (fhir)
  sealed bytea not null,
  -- fhir: the key with which the EHR checks our signature; key_id is part of the address it is published at
  algorithm text check (algorithm in ('ES384', 'RS384')),
  key_id text unique,
  public_key jsonb,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

-- Which person of the EHR is which resident, and what the EHR last said about them. A field that still has that value
-- was not changed by anybody here; a field missing there was entered here.
create table ehr_links (
  -- the resident's clinic
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
  -- where reading continues after an interruption; null at the beginning
  next_page text,
  pages integer not null default 0,
  rows_read integer not null default 0,
  -- the total, if the EHR tells it
  rows_announced integer,
  -- rows of each kind, and rows written, once the run has ended
  counts jsonb,
  -- why it failed
  message text,
  -- the EHR asked us to wait until then
  waits_until timestamptz,
  -- the node at work, and how long the others leave the run to it
  worker text,
  lease_until timestamptz,
  -- If a person listed earlier is missing, the EHR is read a second time; the rows of the first time stay.
  is_second_look boolean not null default false
);
create index on ehr_runs (clinic_id, started_at desc, id);
create unique index on ehr_runs (clinic_id) where state in ('reading', 'preview', 'applying');

create table ehr_rows (
  run_id text not null references ehr_runs on delete cascade,
  no integer not null,
  -- the run's clinic
  clinic_id text not null,
  -- null: the row does not say whom it is about
  external_id text,
  kind text not null
    check (kind in ('create', 'update', 'discharge', 'unchanged', 'ask', 'failed', 'left_out')),
  -- why it failed, is left out or needs an answer
  reason text not null default '',
  -- for people: whom it is about, if known
  name text not null default '',
  -- what the EHR says
  incoming jsonb,
  resident_id text,
  -- residents who may be this person, for the user to choose from
  candidates text[] not null default '{}',
  -- [{field, from, to, asks}]
  changes jsonb not null default '[]',
  -- the version of the resident's record that this was planned against
  planned_at timestamptz,
  -- null: not decided
  decision text check (decision in ('skip', 'apply', 'new', 'link')),
  -- fields to take from the EHR although they were changed here
  take text[] not null default '{}',
  -- null: not processed yet; true: written; false: left unchanged
  applied boolean,
  primary key (run_id, no)
  -- Each row is updated once, when it is written; the free space keeps the new version on the same page.
) with (fillfactor = 60);
create index on ehr_rows (run_id, kind, no);
