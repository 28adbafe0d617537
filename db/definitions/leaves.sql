grant select, insert, update, delete on leaves to eupnea_requests, eupnea_work;
grant select on leaves to eupnea_identity;
alter table leaves enable row level security;
create policy leaves_scope on leaves
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- The leave of each resident that is running or comes next. Not now(): a leave may have ended in this transaction.
create view current_leaves with (security_invoker = true) as
  select resident_id, clinic_id, since, until from leaves where until > statement_timestamp();

-- When residents were on leave, for reports and billing.
create view leave_spans with (security_invoker = true) as
  select resident_id, clinic_id, since, until from leaves;
