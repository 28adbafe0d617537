grant select, insert, update, delete on nurse_calls to eupnea_work;
-- For what a notification tells whom.
grant select (id, clinic_id, name, kinds, silent_since) on nurse_calls to eupnea_requests;
alter table nurse_calls enable row level security;
create policy nurse_calls_scope on nurse_calls
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whose receiver doesn't answer, also when nothing is to be told.
create view silent_nurse_calls with (security_invoker = true) as
  select clinic_id, min(silent_since) as since from nurse_calls where silent_since is not null group by clinic_id;
