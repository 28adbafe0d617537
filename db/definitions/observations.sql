-- Whom observations are about.
create view observed_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, dob, gender, mr_no, updated_at
  from residents where status <> 0;
grant select on observed_residents to eupnea_app;
