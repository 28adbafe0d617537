-- People.
create table users (
  id text primary key default gen_random_uuid()::text,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_type text not null,
  groups text[] not null,
  first_name text not null,
  last_name text not null,
  dob date,
  gender text,
  is_otp_enabled boolean not null default false,
  weight_kg real,
  height_cm real,
  is_cpro_app_member boolean not null default false,
  m_credentials text,
  m_npi text,
  contact text,
  status smallint not null default 1 check (status in (0, 1)),
  new_password_required boolean not null default false,
  agreed_at timestamptz,
  last_login timestamptz
);
create index on users (user_type);
create index on users (status);
create index on users (created_at, id);
create index on users (last_login nulls first, id);
-- Includes the names, so that skipping pages and matching terms too short for trigrams reads only the index.
create index on users ((lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id)
  include (first_name, last_name);
create index on users
  (user_type, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);
create index on users using gin (fold(first_name || ' ' || last_name || ' ' || first_name) gin_trgm_ops);
create index on users using gin (fold(email) gin_trgm_ops);
