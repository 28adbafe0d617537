-- A report of all residents goes to who may read it: a facility may also be that of a member, who is one of them or
-- belongs to one.
create or replace view report_readers with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email
  from users u join user_clinics c on c.user_id = u.id
  where u.status = 1 and u.groups <> '{member}'
    and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));
