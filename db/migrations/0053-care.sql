-- Consent to monitoring (PL-5). A row is a version: written once, never changed; the newest one holds.
create table consents (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  state text not null check (state in ('given', 'declined', 'withdrawn', 'best_interest')),
  -- the resident, or whoever may decide for them
  decided_by text not null,
  decided_on date not null,
  review_on date check (review_on > decided_on),
  -- not now(): whoever waited for another version to be written comes after it
  recorded_at timestamptz not null default clock_timestamp(),
  -- kept when the user is deleted
  recorded_by text not null,
  recorded_name text not null
);
create index on consents (resident_id, id desc);
create index on consents (clinic_id);

-- Times in which a resident is not monitored (PL-6). They never overlap, and at most one has not ended.
create table leaves (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  reason text not null default '',
  -- false: somebody ended it, so nobody has to be told when the bed is empty
  ends_by_itself boolean not null default true,
  recorded_at timestamptz not null default clock_timestamp(),
  -- kept when the user is deleted
  recorded_by text not null,
  recorded_name text not null,
  check (until > since)
);
create index on leaves (resident_id, until desc);
create index on leaves (clinic_id, until);

-- true: a sensor can only be linked to a resident with consent (PL-5)
alter table clinics add column requires_consent boolean not null default false;
