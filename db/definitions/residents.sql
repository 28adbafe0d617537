-- They are deleted with their facility, or by an erasure.
grant select, insert, update on residents, resident_flag_logs to eupnea_requests, eupnea_identity, eupnea_work;
alter table residents enable row level security;
create policy residents_scope on residents
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
create policy residents_floor on residents as restrictive
  using ((select scope_floor()) is null or floor = (select scope_floor()));
alter table resident_flag_logs enable row level security;
create policy resident_flag_logs_scope on resident_flag_logs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Where each resident lives, for devices.
create view resident_places with (security_invoker = true) as
  select id as resident_id, clinic_id, status, room, floor from residents;
-- Locking a row requires the right to update one column: assigning a device locks the resident's status.
grant update (resident_id) on resident_places to eupnea_requests, eupnea_identity, eupnea_work;
