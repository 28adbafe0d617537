-- E-mails and SMS: queued in the transaction that wants them sent, sent by one node at a time, and kept for reading
-- where no gateway is set up.
create table outbox_messages (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'kept', 'merged')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- not sent after this time: an expired code is useless
  expires_at timestamptz,
  failure text,
  -- For messages that may be merged with others to the same recipient: whom it is about, since when, and the link.
  -- Null: always a message of its own, such as a code.
  notice jsonb,
  -- a node is sending it, at most until then
  lease_until timestamptz,
  -- when it was last handed to its gateway
  taken_at timestamptz,
  -- the gateway may have it without having said so: never send it under another id
  is_unclear boolean not null default false,
  merged_into text,
  -- what the gateway reports
  delivery text check (delivery in ('sent', 'delivered', 'undelivered', 'failed')),
  delivery_at timestamptz,
  -- a file that goes with an e-mail; it stays until every recipient has it
  attachment_file_id text references files on delete set null,
  attachment_name text
);
create index on outbox_messages (next_attempt_at) where status = 'queued';
create index on outbox_messages (created_at);
create index on outbox_messages (kind, recipient, taken_at) where notice is not null;
create index on outbox_messages (merged_into) where merged_into is not null;
create index on outbox_messages (attachment_file_id) where attachment_file_id is not null;

-- The state of each gateway, shared by all nodes.
create table outbox_gateways (
  kind text primary key check (kind in ('mail', 'sms')),
  -- it asked to wait (429)
  paused_until timestamptz,
  -- in a row; while there are any, one notice at a time tests whether the gateway is back
  failures integer not null default 0,
  failed_at timestamptz,
  next_probe_at timestamptz
);
insert into outbox_gateways (kind) values ('mail'), ('sms');
