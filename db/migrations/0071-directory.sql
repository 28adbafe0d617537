-- The house's directory: it signs people in (OpenID Connect) and sends them (SCIM 2.0) (SI-1).
create table directory_settings (
  is_only boolean primary key default true check (is_only),
  -- whoever has the same verified e-mail address as an account is its owner
  links_by_email boolean not null default false,
  -- people of the directory can't sign in with a password of the portal
  is_local_off boolean not null default false
);
insert into directory_settings default values;

-- What a group of the directory gives: a role, and facilities.
create table directory_rules (
  id text primary key default gen_random_uuid()::text,
  group_name text not null unique,
  user_type text not null,
  is_admin_feature boolean not null,
  clinic_ids text[] not null,
  created_at timestamptz not null default now()
);

-- Accounts that the directory governs.
create table directory_people (
  user_id text primary key references users on delete cascade,
  -- of OpenID Connect, once they have signed in
  issuer text,
  subject text,
  -- the groups claim of their last sign-in
  claimed_groups text[] not null default '{}',
  -- of SCIM, if the directory sends them
  user_name text unique check (user_name = lower(user_name)),
  external_id text unique,
  -- false: deactivated by SCIM
  is_active boolean not null default true,
  -- the account was disabled for the directory, and not by a person here
  is_barred boolean not null default false,
  -- the account came to be by the directory
  is_created boolean not null,
  -- the user type that the rules gave last; a Superadmin of any other is none of the directory's business
  ruled_type text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject),
  check ((issuer is null) = (subject is null))
);

-- Groups that SCIM sends; those of the claim have no row.
create table directory_groups (
  id text primary key default gen_random_uuid()::text,
  name text not null unique,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table directory_group_members (
  group_id text not null references directory_groups on delete cascade,
  user_id text not null references directory_people on delete cascade,
  primary key (group_id, user_id)
);
create index on directory_group_members (user_id);

-- Sessions that began at the directory, by its own id of them, so that it can end them.
create table directory_sessions (
  session_id text primary key references sessions on delete cascade,
  sid text
);
create index on directory_sessions (sid);

-- Sign-ins on their way to the directory and back. `state` and `browser` are SHA-256.
create table directory_attempts (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- Logout tokens that were obeyed, so that none is obeyed twice.
create table directory_logouts (
  jti text primary key,
  expires_at timestamptz not null
);

-- Who may send people by SCIM. Only a hash of the token is kept.
create table directory_clients (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  last_used_at timestamptz
);
