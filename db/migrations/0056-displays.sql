-- Screens on a wall (DI-1). A row begins with a code and becomes a display when the code is used; only hashes are kept.
create table displays (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- null: the whole facility
  floor text,
  -- where it hangs
  name text not null default '',
  -- false: room and initials
  shows_names boolean not null default false,
  -- who made the code; kept when the user is deleted
  enrolled_by text not null,
  enrolled_name text not null,
  created_at timestamptz not null default now(),
  code_hash text unique,
  code_expires_at timestamptz,
  token_hash text unique,
  enrolled_at timestamptz,
  -- when it last read its residents
  seen_at timestamptz,
  check ((token_hash is null) = (enrolled_at is null)),
  check ((token_hash is null) = (code_hash is not null and code_expires_at is not null))
);
create index on displays (clinic_id);

-- A token for a live connection is a person's or a display's.
alter table live_tokens alter column session_id drop not null;
alter table live_tokens add column display_id text references displays on delete cascade;
alter table live_tokens add check (num_nonnulls(session_id, display_id) = 1);

alter table audit_entries drop constraint audit_entries_actor_type_check;
alter table audit_entries add check (actor_type in ('user', 'device', 'display', 'job', 'link', 'anonymous'));
