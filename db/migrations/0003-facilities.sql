-- Facilities. `no` is what the readings carry: four bytes instead of an id in tables of hundreds of millions of rows.
create table clinics (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  slug text not null unique,
  name text not null,
  logo text,
  tz text not null,
  floors text[] not null default '{}',
  alert_recipients text[] not null default '{}',
  daily_report_recipients text[] not null default '{}',
  ehr_integration_status text not null default '',
  clinic_detail text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table user_clinics (
  user_id text not null references users on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (user_id, clinic_id)
);
create index on user_clinics (clinic_id);

grant select, insert, update, delete on clinics, user_clinics to eupnea_app;

alter table clinics enable row level security;
create policy clinics_scope on clinics
  using ((select scope_all()) or id = any ((select scope_clinics())::text[]));

-- The facility numbers of the scope: what tables that carry clinic_no are checked against.
create function scope_clinic_nos() returns integer[]
  language sql stable parallel safe
  return coalesce((select array_agg(no) from clinics), '{}');
