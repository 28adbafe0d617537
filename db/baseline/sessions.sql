-- Sign-in. Of accounts, only those with the provider `credential` are used: they hold the password's hash.
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
-- A user's new challenge replaces the older ones; invitations stay for days.
create index on verifications (value);

-- Single-use tokens for live connections. Only their hash is kept.
create table live_tokens (
  token_hash bytea primary key,
  session_id text not null references sessions on delete cascade,
  expires_at timestamptz not null
);

-- Codes sent by SMS or e-mail (ID-3, ID-4, ID-5). Only a hash is kept, and the newest code of a kind replaces the one
-- before. `attempts` is raised before a code is compared, so that parallel guesses count too.
create table codes (
  purpose text not null check (purpose in ('otp', 'recovery', 'verification')),
  user_id text not null references users on delete cascade,
  code_hash text not null,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  -- codes sent in the last hour, to limit them, so that nobody's phone or mailbox is flooded (ID-9)
  sent_times timestamptz[] not null default array[now()],
  primary key (purpose, user_id)
);

-- Sign-ins and attempts, as a user's profile shows them (US-3). The audit log has them too and outlives the user.
create table auth_events (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  event_type text not null check (event_type in ('SignIn', 'SignOut', 'ForgotPassword', 'NewPassword')),
  response text not null check (response in ('Pass', 'Fail', 'InProgress')),
  challenge text check (challenge in ('Password', 'NewPassword', 'Otp', 'RecoveryCode')),
  at timestamptz not null default now(),
  address text,
  user_agent text
);
create index on auth_events (user_id, id desc);
