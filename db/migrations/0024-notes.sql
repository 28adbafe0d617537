-- Notes about residents (NO-1). A change keeps what was written before: nothing of a clinical record is lost.
create table notes (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  -- as the resident is known as a member
  member_id text not null,
  -- change: tells what has changed in care
  kind text not null check (kind in ('note', 'change')),
  -- the flag status that it is about
  status smallint check (status between 1 and 5),
  note text not null,
  -- in files; one that another has replaced stays with the text before
  file_id text,
  created_at timestamptz not null default now(),
  -- kept when the user is not any more
  created_by text not null,
  created_name text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  updated_name text not null
);
create index on notes (clinic_id, created_at desc, id);
create index on notes (resident_id, created_at desc, id);

-- How a note stood before it was changed, and who had left it so.
create table note_versions (
  note_id text not null references notes on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  kind text not null,
  status smallint,
  note text not null,
  file_id text,
  written_at timestamptz not null,
  written_by text not null,
  written_name text not null,
  primary key (note_id, written_at)
);
create index on note_versions (clinic_id);
create index on note_versions (resident_id);

-- Each face sheet that was stored, with what it was for (BI-4).
create table eligibility_logs (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  file_id text not null,
  information_file text not null,
  billing_information text,
  created_at timestamptz not null default now(),
  created_by text not null,
  created_name text not null
);
create index on eligibility_logs (clinic_id, created_at desc, id);
create index on eligibility_logs (resident_id);

insert into eligibility_logs (clinic_id, resident_id, file_id, information_file, billing_information, created_at,
  created_by, created_name)
select f.clinic_id, f.resident_id, f.id, f.name, r.billing_information, f.created_at, coalesce(a.actor_id, ''),
  coalesce(a.actor_name, '')
from files f
join residents r on r.id = f.resident_id
left join lateral (
  select actor_id, actor_name from audit_entries
  where resident_id = r.id and act = 'resident.upload-face-sheet' and detail ->> 'file_id' = f.id limit 1
) a on true
where f.store = 'face-sheets' and f.state = 'kept' and f.clinic_id is not null;

grant select, insert, update, delete on notes, note_versions, eligibility_logs to eupnea_app;
alter table notes enable row level security;
create policy notes_scope on notes
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table note_versions enable row level security;
create policy note_versions_scope on note_versions
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table eligibility_logs enable row level security;
create policy eligibility_logs_scope on eligibility_logs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whom notes and eligibility logs are about.
create view noted_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.room, r.status, r.flag_status, d.device_id
  from residents r
  left join resident_devices d on d.resident_id = r.id;

-- Documents of residents that a link may open, and whether each is the resident's present face sheet.
create view linked_files with (security_invoker = true) as
  select f.id as file_id, f.clinic_id, f.resident_id, r.face_sheet_id is not distinct from f.id as is_present
  from files f
  join residents r on r.id = f.resident_id
  where f.store = 'face-sheets' and f.state = 'kept' and r.status <> 0;

grant select on noted_residents, linked_files to eupnea_app;
