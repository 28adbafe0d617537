-- Answers to calls sent under a key. If an answer is lost and the call is sent again, it gets the same answer and is
-- not done twice (docs/decisions/0026-sent-again.md). Kept for an hour.
create table answered_calls (
  user_id text not null references users on delete cascade,
  -- chosen by the sender
  key text not null,
  call text not null,
  -- SHA-256 of what was sent
  input bytea not null,
  -- JSON; null while the call's own transaction is open
  answer text,
  answered_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on answered_calls (answered_at);
