-- Other systems that hear of a facility's notifications (AN-12).
create table webhooks (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  url text not null,
  -- of notifications; none: all of them
  kinds text[] not null,
  -- A Superadmin may name an address in a private network.
  may_be_private boolean not null,
  -- sealed, as in server/platform/seal.ts
  secret bytea not null,
  -- the one before, which goes on until then
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- person: somebody disabled it; gone: the receiver answered 410
  disabled_because text check (disabled_because in ('person', 'gone')),
  check ((disabled_at is null) = (disabled_because is null)),
  check ((former_secret is null) = (former_until is null))
);
create index on webhooks (clinic_id);

-- webhook: a receiver takes nothing
alter table monitoring_outages drop constraint monitoring_outages_cause_check;
alter table monitoring_outages add constraint monitoring_outages_cause_check
  check (cause in ('readings', 'sensors', 'jobs', 'clock', 'duty', 'webhook'));

-- The order in which they were queued: what a receiver has not got yet holds back what came later of the same notification.
alter table deliveries add no bigint generated always as identity;
create index on deliveries (notification_id, channel, recipient, no) where status = 'queued' and notification_id is not null;
