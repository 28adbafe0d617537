-- The secret key is kept outside the database: a new database never has one, others give theirs up at the next start
-- (server/platform/secret-key).
delete from settings where name = 'secret' and not exists (select from users);

-- What a column is sealed for, so that a rotation of the key finds it.
comment on column ehr_connections.sealed is 'sealed: ehr-connection {clinic_id}';
comment on column webhooks.secret is 'sealed: webhook {id}';
comment on column webhooks.former_secret is 'sealed: webhook {id}';

-- The audit log's hash chains (docs/decisions/0037-secrets-audit.md): each writer takes a chain that nobody else is
-- writing, so nobody waits. What is written to them is in db/definitions/audit.sql.
create table audit_chains (
  id integer generated always as identity primary key,
  -- its last link
  no bigint not null default 0,
  hash bytea not null default '\x'
) with (fillfactor = 20);

create table audit_links (
  chain integer not null references audit_chains,
  no bigint not null,
  entry_id bigint not null,
  -- null: the entry was written; otherwise whose erasure has taken personal data out of it, such as `user 4711`
  erased text,
  -- goes with an erasure, so that what was erased can't be guessed from the hash
  salt uuid,
  -- SHA-256 of the entry, with the salt
  content bytea not null,
  -- SHA-256 of the link before and this one
  hash bytea not null,
  primary key (chain, no)
);
create index on audit_links (entry_id);

-- What leaves the machine each day: where each chain ended.
create table audit_digests (
  day date primary key,
  made_at timestamptz not null default now(),
  -- of that day
  entries bigint not null,
  -- [{chain, no, hash}]
  heads jsonb not null,
  hash text not null,
  sent_at timestamptz
);
