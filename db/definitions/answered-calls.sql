grant select, insert, update, delete on answered_calls to eupnea_requests, eupnea_identity, eupnea_work;
alter table answered_calls enable row level security;
-- Answers may have what is shown once, so each role sees its own only; a job removes old ones of all.
create policy answered_calls_scope on answered_calls
  using (role = current_user and ((select scope_all()) or user_id = (select scope_user())));
create policy answered_calls_all on answered_calls to eupnea_work using ((select scope_all()));
