-- Every face sheet that was uploaded, and what it was for (BI-4).
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
