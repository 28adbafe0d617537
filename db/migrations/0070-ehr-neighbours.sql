-- EH-4: imports that start by themselves, and what they had to do without.
alter table ehr_connections
  -- fhir: what to ask the EHR for; '': what it announces
  add column scopes text not null default '',
  add column schedule text not null default 'off' check (schedule in ('off', 'hourly', 'daily')),
  -- a scheduled import writes what is certain without a person
  add column applies_certain boolean not null default false;
alter table ehr_runs
  add column is_scheduled boolean not null default false,
  -- certain: only rows that need no person are written; the others wait then
  add column applies text not null default 'all' check (applies in ('all', 'certain')),
  -- [{resource, status}]: what the EHR refused
  add column limits jsonb not null default '[]';
alter table ehr_rows add column is_certain boolean not null default false;

-- EH-5: the bed at which a sensor stands, as the resident linked to it had it. Nobody's: the sensor was never linked.
create table device_beds (
  device_id text primary key references devices on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  room text not null check (room <> ''),
  floor text not null default '',
  changed_at timestamptz not null default now()
);
create index on device_beds (clinic_id);
insert into device_beds (device_id, clinic_id, room, floor)
  select a.device_id, a.clinic_id, r.room, r.floor
  from device_assignments a join residents r on r.id = a.resident_id
  where a.until is null and r.room <> '';
-- true: a resident whom the EHR moves is linked to the sensor of the new bed
alter table clinics add column moves_links boolean not null default false;

-- Who sends a facility ADT messages over MLLP, known by MSH-4 and by address.
create table adt_senders (
  clinic_id text primary key references clinics on delete cascade,
  sender_name text not null check (sender_name <> ''),
  -- IP addresses and networks (CIDR)
  addresses text[] not null check (addresses <> '{}'),
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index on adt_senders (lower(sender_name));

-- Messages that were acknowledged, or could not be applied. What a message says is kept only while a person may need it.
create table adt_messages (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- MSH-10
  control_id text not null,
  digest bytea not null,
  -- A01, A02 …
  event text not null,
  -- EVN-2
  happened_at timestamptz,
  received_at timestamptz not null default now(),
  -- waiting: it contradicts what staff entered; failed: it could not be applied; both need a person
  state text not null check (state in ('applied', 'waiting', 'failed', 'dismissed')),
  reason text not null default '',
  -- for people: whom it is about, while it needs a person
  name text not null default '',
  body bytea,
  resident_id text references residents on delete cascade,
  unique (clinic_id, control_id)
);
create index on adt_messages (clinic_id, received_at desc, id);
create index on adt_messages (resident_id);

-- Which person of the sender is which resident, what was last said about them, and of which instant each value is.
create table adt_people (
  clinic_id text not null references clinics on delete cascade,
  external_id text not null,
  resident_id text not null references residents on delete cascade,
  said jsonb not null,
  said_at jsonb not null,
  -- the EHR has merged it into this one
  merged_into text,
  primary key (clinic_id, external_id)
);
create unique index on adt_people (resident_id) where merged_into is null;
