-- Monitoring plans (PL-1): what residents are judged by. A row is a version: written once, never changed. Of a facility
-- (resident_id null) it is the default of its residents; where a facility has none, the product's own holds.
create table plans (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  resident_id text references residents on delete cascade,
  -- true: from valid_from on the resident goes by the facility's plan again, and the values below are null
  is_default boolean not null default false,
  -- breaths per minute
  low double precision,
  high double precision,
  extreme_high double precision,
  extreme_low double precision,
  no_breathing_seconds integer check (no_breathing_seconds between 30 and 900),
  -- {minutes, from, until}; null: off
  out_of_bed jsonb,
  -- HH:MM in the facility's zone; null: off
  still_in_bed text,
  reason text not null default '',
  review_on date,
  -- not now(): whoever waited for another version to be written comes after it
  valid_from timestamptz not null default clock_timestamp(),
  -- kept when the user is deleted
  written_by text not null,
  written_name text not null,
  check (not is_default or resident_id is not null),
  check (is_default = (low is null) and is_default = (high is null) and is_default = (extreme_high is null)
    and is_default = (no_breathing_seconds is null)),
  check (is_default or (3 <= low and low < high and high <= extreme_high and extreme_high <= 60)),
  check (extreme_low is null or (3 <= extreme_low and extreme_low < low))
);
create index on plans (resident_id, valid_from desc, id desc) where resident_id is not null;
create index on plans (clinic_id, valid_from desc, id desc) where resident_id is null;
create index on plans (clinic_id);
