-- Who has which floors, and until when (AN-7).
create table duties (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  user_id text not null references users on delete cascade,
  -- none: the whole facility
  floors text[] not null default '{}',
  since timestamptz not null default now(),
  until timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- The name stays when the user is deleted, and so does the id, by which an erasure finds the name.
  recorded_by text not null,
  recorded_name text not null,
  check (since <= until)
);
create index on duties (clinic_id, until);
create index on duties (user_id);

-- By which ways a person wants to be told (AN-8); without a row, by those of contract/rules/channels.ts.
create table channel_choices (
  user_id text not null references users on delete cascade,
  kind text not null,
  severity text not null check (severity in ('warning', 'danger')),
  channels text[] not null,
  primary key (user_id, kind, severity)
);

-- duty: nobody has a floor, or nobody will in 15 minutes
alter table monitoring_outages drop constraint monitoring_outages_cause_check;
alter table monitoring_outages add constraint monitoring_outages_cause_check
  check (cause in ('readings', 'sensors', 'jobs', 'clock', 'duty'));
