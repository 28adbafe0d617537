-- Invitations that were mailed, a row each, so that they do not become too many; they outlast the answer, and go after a
-- day.
create table member_invitation_mails (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  sent_at timestamptz not null default now()
);
create index on member_invitation_mails (provider_id, sent_at);
create index on member_invitation_mails (member_id);

grant select, insert, delete on member_invitation_mails to eupnea_app;

alter table member_invitation_mails enable row level security;
create policy member_invitation_mails_scope on member_invitation_mails
  using ((select scope_all()) or provider_id = (select scope_user()));
