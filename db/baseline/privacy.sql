-- Requests for a copy or the erasure of a person's data, and when they are due (docs/decisions/0012-erasure.md). Names
-- are not stored here; they are looked up as long as the person exists.
create table privacy_requests (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('export', 'erasure')),
  subject_type text not null check (subject_type in ('user', 'resident')),
  subject_id text not null,
  received_on date not null,
  -- why it takes up to three months
  extension text,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  closed_at timestamptz,
  -- why it was refused
  reason text,
  created_at timestamptz not null default now()
);
create index on privacy_requests (state, received_on);
create index on privacy_requests (subject_id);
