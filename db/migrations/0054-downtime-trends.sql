-- What counts against monitoring (WA-10), found by its end: reports mostly ask about the recent past.
create index signal_spans_gaps on signal_spans (clinic_id, coalesce(until, 'infinity'))
  where state in ('silent', 'clock', 'malformed', 'stuck', 'paused');

-- Nights whose trends have been judged (WA-12): each facility's once, whichever node does it.
create table trend_nights (
  clinic_id text not null references clinics on delete cascade,
  -- the facility's day on which it ended
  night date not null,
  -- residents who had enough nights to be judged
  residents integer not null,
  judged_at timestamptz not null default now(),
  primary key (clinic_id, night)
);

-- Residents whose breathing at night has changed.
create table trends (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  resident_id text not null references residents on delete cascade,
  episode_id text not null references episodes on delete cascade,
  night date not null,
  -- breaths per minute: median of this night, median of the nights before, their standard deviation by MAD
  rate real not null,
  usual real not null,
  deviation real not null,
  nights smallint not null,
  -- it set the resident's flag
  is_flagged boolean not null,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  -- kept when the user is deleted
  dismissed_by text,
  dismissed_name text,
  reason text,
  unique (resident_id, night)
);
create index on trends (episode_id);
create index on trends (clinic_id, night);
