-- Who took over which floor and shift (HO-1).
create table handovers (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  -- null: all floors
  floor text,
  since timestamptz not null,
  until timestamptz not null,
  taken_at timestamptz not null default now(),
  -- kept when the user is deleted
  taken_by text not null,
  taken_name text not null,
  check (until > since)
);
-- Each person once per floor and shift.
create unique index handovers_once on handovers (clinic_id, since, until, coalesce(floor, ''), taken_by);

-- What had not ended at the beginning of a shift, found by its end.
create index episodes_ends on episodes (clinic_id, coalesce(ended_at, 'infinity'));
create index notifications_alone on notifications (clinic_id) where episode_id is null and outage_id is null;
