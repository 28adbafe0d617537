-- What identity keeps beyond users and sessions: codes, the history of sign-ins, and messages on their way out.

-- Codes that were sent by SMS or mail (ID-3, ID-4, ID-5). Only a hash is kept; the newest code of a kind replaces the
-- one before. `attempts` is counted before a code is compared, so that guesses side by side are counted too.
create table codes (
  purpose text not null check (purpose in ('otp', 'recovery', 'verification')),
  user_id text not null references users on delete cascade,
  code_hash text not null,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
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

alter table users
  add column agreed_at timestamptz,
  add column last_login timestamptz;

grant select, insert, update, delete on codes to eupnea_app;
grant select, insert, delete on auth_events to eupnea_app;

-- Mails and SMS: queued in the transaction that wants them sent, sent by one node at a time, kept to be read where
-- there is no gateway.
create table outbox_messages (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'kept')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- worthless afterwards, such as a code's: not sent any more
  expires_at timestamptz,
  failure text
);
create index on outbox_messages (next_attempt_at) where status = 'queued';
create index on outbox_messages (created_at);

grant select, insert, update, delete on outbox_messages to eupnea_app;
