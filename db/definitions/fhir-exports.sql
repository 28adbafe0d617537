grant select, insert, update, delete on fhir_exports, fhir_export_files to eupnea_requests, eupnea_work;
-- Only who sees all that is in it sees an export.
alter table fhir_exports enable row level security;
create policy fhir_exports_scope on fhir_exports
  using ((select scope_all()) or clinic_ids <@ (select scope_clinics())::text[]);
alter table fhir_export_files enable row level security;
create policy fhir_export_files_scope on fhir_export_files
  using ((select scope_all()) or exists (select from fhir_exports e where e.id = export_id));
