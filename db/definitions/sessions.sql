-- Of sign-in, and nobody else's (DO-1). Who is meant by a token or code is only known once it is found, so its role sees
-- every row; any other has no grant and, if it ever got one, no policy.
grant select, insert, update, delete on sessions, accounts, verifications, live_tokens, codes to eupnea_identity;
grant select, insert, delete on auth_events to eupnea_identity;
alter table sessions enable row level security;
create policy sessions_identity on sessions to eupnea_identity using (true);
alter table accounts enable row level security;
create policy accounts_identity on accounts to eupnea_identity using (true);
alter table verifications enable row level security;
create policy verifications_identity on verifications to eupnea_identity using (true);
alter table live_tokens enable row level security;
create policy live_tokens_identity on live_tokens to eupnea_identity using (true);
alter table codes enable row level security;
create policy codes_identity on codes to eupnea_identity using (true);

-- A copy of a person's data has their sign-ins.
grant select on auth_events to eupnea_requests;
alter table auth_events enable row level security;
create policy auth_events_identity on auth_events to eupnea_identity using (true);
create policy auth_events_scope on auth_events for select to eupnea_requests
  using ((select scope_all()) or user_id = (select scope_user()));
