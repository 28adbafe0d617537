-- Groups of clinics under one practice. A clinic may belong to several (MG-1).
create table medical_groups (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index on medical_groups (lower(name));

create table medical_group_clinics (
  medical_group_id text not null references medical_groups on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (medical_group_id, clinic_id)
);
create index on medical_group_clinics (clinic_id);
