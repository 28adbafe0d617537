-- Answers of calls that were sent under a key: one that is sent again because its answer was lost is answered again,
-- and not done twice (docs/decisions/0026-sent-again.md). Kept for an hour.
create table answered_calls (
  user_id text not null references users on delete cascade,
  -- the sender's own
  key text not null,
  call text not null,
  -- sha256 of what was sent
  input bytea not null,
  -- JSON; null in the transaction that makes it
  answer text,
  answered_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on answered_calls (answered_at);
alter table answered_calls enable row level security;
create policy answered_calls_scope on answered_calls
  using ((select scope_all()) or user_id = (select scope_user()));
grant select, insert, update, delete on answered_calls to eupnea_app;
