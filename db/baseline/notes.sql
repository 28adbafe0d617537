-- Notes about residents (NO-1). A change keeps the earlier text: nothing in a clinical record is lost.
create table notes (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  -- the resident's id as a member
  member_id text not null,
  -- change: describes a change of care
  kind text not null check (kind in ('note', 'change')),
  -- the flag status it is about
  status smallint check (status between 1 and 5),
  note text not null,
  -- in `files`; a replaced file stays with the earlier text
  file_id text,
  created_at timestamptz not null default now(),
  -- kept when the user is deleted
  created_by text not null,
  created_name text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  updated_name text not null
);
create index on notes (clinic_id, created_at desc, id);
create index on notes (resident_id, created_at desc, id);

-- Earlier texts of a note, and who wrote them.
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
