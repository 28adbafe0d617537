grant select, insert, update, delete on files to eupnea_requests, eupnea_work;
alter table files enable row level security;
create policy files_scope on files
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Documents of residents that a link may open, and whether each is the resident's present face sheet.
create view linked_files with (security_invoker = true) as
  select f.id as file_id, f.clinic_id, f.resident_id, r.face_sheet_id is not distinct from f.id as is_present
  from files f
  join residents r on r.id = f.resident_id
  where f.store = 'face-sheets' and f.state = 'kept' and r.status <> 0;
