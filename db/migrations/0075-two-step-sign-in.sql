-- Two-step sign-in (DO-5): an authenticator app, passkeys, backup codes, and the roles that must have a second step.
create table authenticators (
  user_id text primary key references users on delete cascade,
  sealed bytea not null,
  -- the latest 30 seconds whose code was used: none is taken twice
  used_step integer not null,
  created_at timestamptz not null default now()
);
comment on column authenticators.sealed is 'sealed: authenticator {user_id}';

create table passkeys (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  name text not null,
  -- base64url, as browsers name it
  credential_id text not null unique,
  public_key bytea not null,
  -- signatures, as the passkey counts them; 0: it doesn't
  signatures bigint not null,
  transports text[] not null,
  -- when the challenge of its latest use was made: only later ones are taken, so none is taken twice
  challenged_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on passkeys (user_id);

-- SHA-256: they are random enough (80 bits). A used one is deleted.
create table backup_codes (
  user_id text not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table two_step_roles (
  role text primary key check (role in ('Superadmin', 'Provider', 'Clinic', 'Member'))
);

alter table auth_events drop constraint auth_events_challenge_check;
alter table auth_events add constraint auth_events_challenge_check
  check (challenge in ('Password', 'NewPassword', 'Otp', 'RecoveryCode', 'App', 'BackupCode', 'Passkey'));
