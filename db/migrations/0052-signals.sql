-- What holds of a bed for a while and is notified: respiration out of range, no breathing signal, a stuck sensor.
alter table episodes drop constraint episodes_direction_check;
alter table episodes
  add column kind text not null default 'episode',
  -- why it ended: in_range, breathing, left, recovered …
  add column end_reason text,
  -- it had ended, or was long ago, when its readings came
  add column is_late boolean not null default false,
  alter column direction drop not null,
  alter column rr drop not null,
  add constraint episodes_direction check ((kind = 'episode') = (direction is not null)),
  add constraint episodes_direction_check check (direction in ('low', 'high'));
drop index episodes_open;
create unique index episodes_open on episodes (resident_id, kind, coalesce(direction, '')) where ended_at is null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add column raised_at timestamptz,
  add column is_late boolean not null default false,
  add constraint notifications_kind_check check (kind in ('episode', 'monitoring', 'no_breathing', 'stuck', 'silent',
    'clock', 'malformed', 'out_of_bed', 'still_in_bed', 'trend', 'back_early', 'bed_mismatch', 'system'));
update notifications set raised_at = created_at;
alter table notifications alter column raised_at set default now(), alter column raised_at set not null;

-- sensors: more than half of a facility's sensors fell silent at once (WA-5); clock: the portal's own is wrong (WA-6)
alter table monitoring_outages drop constraint monitoring_outages_cause_check;
alter table monitoring_outages add constraint monitoring_outages_cause_check check (cause in ('readings', 'sensors', 'jobs', 'clock'));

-- The signal of each monitored bed, one span after the other (WA-1). At most one open span a device: the present state.
create table signal_spans (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  device_id text not null references devices on delete cascade,
  resident_id text not null references residents on delete cascade,
  state text not null check (state in ('paused', 'clock', 'malformed', 'silent', 'stuck', 'no_breathing', 'away', 'ok')),
  note text,
  since timestamptz not null,
  until timestamptz,
  check (until is null or until >= since)
);
create unique index signal_spans_open on signal_spans (device_id) where until is null;
create index on signal_spans (clinic_id, since);
create index on signal_spans (resident_id, since);

-- What the watch of a bed knew at an instant; readings after it are watched again when a node takes the bed over.
create table watch_checkpoints (
  device_no integer primary key,
  resident_id text not null,
  at timestamptz not null,
  -- end of the newest minute that episodes were judged by
  judged_until timestamptz not null,
  watch jsonb not null,
  -- usual time between its messages
  pace_ms double precision not null default 1000,
  is_change_only boolean not null default false,
  -- since when minutes are to be judged again, for readings came late; and when that was noticed
  late_from timestamptz,
  late_at timestamptz,
  late_count integer not null default 0
) with (fillfactor = 50);
create index on watch_checkpoints (late_at) where late_at is not null;

-- true: the reading says nothing of who is there: it came without a distance, or from a sensor that measures none;
-- false: somebody is there, at an unknown distance (WA-9)
alter table readings add column is_dist_absent boolean;

-- Metres in which somebody counts as in bed (WA-9).
alter table devices add column presence_range real not null default 1.5 check (presence_range between 0.3 and 10);
