-- Browsers that are told of notifications by Web Push (AN-3): addresses at push services, with the keys to encrypt for them.
create table push_subscriptions (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  -- of the session in which the person was last there: it outlives the session's time, but not a sign-out
  session_id text not null,
  endpoint text not null unique,
  -- RFC 8291, base64url: public key and authentication secret
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null default now(),
  -- when the push service last accepted a message
  last_success_at timestamptz
);
create index on push_subscriptions (user_id);
create index on push_subscriptions (session_id);

-- SHA-256 of the token that acknowledges from a push, until it is used
alter table deliveries add acknowledge_hash text unique;
