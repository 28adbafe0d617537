create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('user', 'device', 'job', 'link', 'anonymous')),
  actor_id text not null,
  actor_name text not null,
  act text not null,
  clinic_id text,
  resident_id text,
  device_id text,
  detail jsonb not null default '{}',
  address text,
  request_id text
);
create index on audit_entries (at);
create index on audit_entries (resident_id, at) where resident_id is not null;
create index on audit_entries (actor_id, at);
create index on audit_entries (act, id);
create index on audit_entries (clinic_id, id) where clinic_id is not null;
create index on audit_entries using gin (fold(actor_name) gin_trgm_ops);
create index on audit_entries ((detail ->> 'user_id'), id) where detail ->> 'user_id' is not null;
