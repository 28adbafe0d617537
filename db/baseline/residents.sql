create table residents (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  first_name text not null,
  last_name text not null,
  room text not null default '',
  floor text not null default '',
  status smallint not null default 1 check (status in (0, 1, 2)),
  flag_status smallint not null default 1 check (flag_status between 1 and 5),
  dob date,
  gender text,
  mr_no text,
  date_of_admission date,
  billing_information text,
  information_file text,
  is_document_changed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the file that information_file names (RE-2); a file it replaces stays in `files` for the eligibility log
  face_sheet_id text
);
create index on residents (clinic_id, status, room);
create index on residents (clinic_id, date_of_admission nulls first, id);
create index on residents (clinic_id, room collate numeric_order, (lower(last_name) collate numeric_order),
  (lower(first_name) collate numeric_order), id);
create index on residents
  (clinic_id, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);

create table resident_flag_logs (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  status smallint not null check (status between 1 and 5),
  note text not null,
  created_at timestamptz not null default now(),
  created_by text not null
);
create index on resident_flag_logs (resident_id, id);
