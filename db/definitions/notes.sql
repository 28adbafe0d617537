grant select, insert, update, delete on notes, note_versions to eupnea_requests, eupnea_work;
alter table notes enable row level security;
create policy notes_scope on notes
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table note_versions enable row level security;
create policy note_versions_scope on note_versions
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whom notes and eligibility logs are about.
create view noted_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.preferred_name, r.room, r.status, r.flag_status,
    d.device_id
  from residents r
  left join resident_devices d on d.resident_id = r.id;
