-- People and their sessions. users, sessions, accounts and verifications are also better-auth's own tables.
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
  admin_id text references users on delete set null
);
create index on users (user_type);

create table sessions (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on sessions (user_id);

create table accounts (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on accounts (user_id);

create table verifications (
  id text primary key default gen_random_uuid()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on verifications (identifier);

-- Single-use tokens of live connections; only their hash is kept.
create table live_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  expires_at timestamptz not null
);

grant select, insert, update, delete on users, sessions, accounts, verifications, live_tokens to eupnea_app;
