grant select, insert, update, delete on eligibility_logs to eupnea_requests, eupnea_work;
alter table eligibility_logs enable row level security;
create policy eligibility_logs_scope on eligibility_logs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
