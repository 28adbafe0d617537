-- Programs that read over FHIR (FH-2).
create table service_accounts (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  -- public keys (RFC 7517), or where they are
  jwks jsonb,
  jwks_url text,
  -- A Superadmin may name an address in a private network.
  may_be_private boolean not null,
  scopes text[] not null,
  -- null: all clinics, also those to come
  clinic_ids text[],
  created_by text not null,
  created_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((jwks is null) <> (jwks_url is null))
);

create table service_tokens (
  token_hash text primary key,
  account_id text not null references service_accounts on delete cascade,
  scopes text[] not null,
  expires_at timestamptz not null
);
create index on service_tokens (account_id);
create index on service_tokens (expires_at);

-- The ids of assertions that were used, until they expire: each works once.
create table service_assertions (
  account_id text not null references service_accounts on delete cascade,
  jti text not null,
  expires_at timestamptz not null,
  primary key (account_id, jti)
);
create index on service_assertions (expires_at);

alter table audit_entries drop constraint audit_entries_actor_type_check;
alter table audit_entries add constraint audit_entries_actor_type_check
  check (actor_type in ('user', 'device', 'display', 'service-account', 'job', 'link', 'anonymous')) not valid;

-- When a reading was stored after its minute had ended; null: none was. With it a program finds what came late.
alter table minutes add late_at timestamptz;

-- Bulk exports over FHIR (FH-1): asked for, made step by step, deleted a day later.
create table fhir_exports (
  id text primary key default gen_random_uuid()::text,
  -- whose it is: one of the two
  account_id text references service_accounts on delete cascade,
  user_id text references users on delete cascade,
  -- as asked for
  request text not null,
  clinic_ids text[] not null,
  types text[] not null,
  since timestamptz,
  started_at timestamptz not null default now(),
  -- what is still to do: the type, and after which row
  doing text,
  position text,
  done integer not null default 0,
  error text,
  ended_at timestamptz,
  check ((account_id is null) <> (user_id is null)),
  check (error is null or ended_at is not null)
);
create index on fhir_exports (account_id);
create index on fhir_exports (user_id);
create index on fhir_exports (started_at) where ended_at is null;

create table fhir_export_files (
  export_id text not null references fhir_exports on delete cascade,
  no integer not null,
  type text not null,
  count integer not null,
  -- NDJSON, compressed with gzip
  content bytea not null,
  primary key (export_id, no)
);
alter table fhir_export_files alter content set storage external;

create index on residents (mr_no) where mr_no is not null;
create index on residents (updated_at);
