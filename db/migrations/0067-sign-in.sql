-- Browsers in which somebody has signed in: strangers' wrong guesses don't count against them (DO-4). The browser has the
-- token as a cookie; several people may use one browser.
create table known_browsers (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  -- SHA-256 of the token
  token_hash text not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (token_hash, user_id)
);
create index on known_browsers (user_id);

-- Wrong guesses, by what they are counted for: a keyed hash, because somebody may have typed their password as their
-- e-mail address. Each guess moves `empty_at` on by the seconds for which it counts; then none counts any more.
create table sign_in_guesses (
  counted_for text primary key,
  empty_at timestamptz not null
);
create index on sign_in_guesses (empty_at);

-- A known browser's recovery code is its own: strangers can neither use it up nor keep it from being sent (DO-4).
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('otp', 'recovery', 'known-recovery', 'verification'));
-- When whoever holds the session last proved who they are: sensitive acts ask again ten minutes later (DO-5).
alter table sessions add proved_at timestamptz not null default now();
