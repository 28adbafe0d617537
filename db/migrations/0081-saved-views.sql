-- A list as somebody wants to see it again: a name for what its address says, and the columns left out (EA-2).
create table saved_views (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  list text not null,
  name text not null,
  -- as in the address, without the question mark; never what was searched for
  query text not null default '',
  hidden_columns text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
