-- Which resident a member is: they see that resident's nights, whichever device measured them. Set by administrators.
create table member_links (
  user_id text primary key references users on delete cascade,
  resident_id text not null references residents on delete cascade,
  linked_at timestamptz not null default now()
);
create index on member_links (resident_id);

-- Which providers see a member. admin: assigned, may act; coach: shared with, may only read.
create table member_providers (
  member_id text not null references users on delete cascade,
  provider_id text not null references users on delete cascade,
  kind text not null check (kind in ('admin', 'coach')),
  linked_at timestamptz not null default now(),
  primary key (member_id, provider_id)
);
create index on member_providers (provider_id, kind);

-- Invitations the member has not answered yet. They hold what the provider typed, not the names of the account.
create table member_invitations (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  email text not null,
  first_name text not null,
  last_name text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (provider_id, member_id)
);
create index on member_invitations (member_id);

-- One row per invitation e-mail, to limit how many are sent. Rows outlive the answer and are deleted after a day.
create table member_invitation_mails (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  sent_at timestamptz not null default now()
);
create index on member_invitation_mails (provider_id, sent_at);
create index on member_invitation_mails (member_id);
