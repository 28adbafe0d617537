-- A member invites a provider by e-mail, whether or not anybody has that address. A row an e-mail, so that how many were
-- sent can be counted; it is open until it is answered, taken back, sent again or over.
create table provider_invitations (
  id bigint generated always as identity primary key,
  member_id text not null references users on delete cascade,
  email text not null check (email = lower(email) or email = 'Erased'),
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index on provider_invitations (member_id, invited_at);
create index on provider_invitations (email) where ended_at is null;
