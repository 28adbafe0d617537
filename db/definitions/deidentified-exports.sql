grant select, insert, update, delete on deidentified_exports, deidentified_export_files to eupnea_requests, eupnea_work;
-- Who is who: for the job that makes it, never for a call.
grant select, insert, update, delete on deidentified_export_residents to eupnea_work;
alter table deidentified_exports enable row level security;
create policy deidentified_exports_scope on deidentified_exports
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table deidentified_export_files enable row level security;
create policy deidentified_export_files_scope on deidentified_export_files
  using ((select scope_all()) or exists (select from deidentified_exports e where e.id = export_id));
alter table deidentified_export_residents enable row level security;
create policy deidentified_export_residents_scope on deidentified_export_residents
  using ((select scope_all()) or exists (select from deidentified_exports e where e.id = export_id));

-- What of residents goes into a de-identified export.
create view deidentified_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, dob, gender from residents where status <> 0;
