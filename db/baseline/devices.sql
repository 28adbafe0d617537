-- Devices and the stock of them (DE-1, DE-6). An inactive device can neither connect nor be assigned. A returned one is
-- inactive, belongs to no clinic, and its key is void. Neither has a resident: row locks and the checks ensure it.
create table devices (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  uid text not null unique,
  name text not null,
  tz text not null,
  clinic_id text references clinics on delete set null,
  -- SHA-256: random keys need no slow hash, and a thousand devices may reconnect in the same moment
  key_hash bytea not null,
  topic_prefix text unique,
  fw_version text,
  softap_ssid text,
  target_ssid text,
  created_at timestamptz not null default now(),
  inventory_status text not null default 'active' check (inventory_status in ('active', 'inactive')),
  -- Who put it in stock: at most one of the two. Not a reference, so that it outlives the user.
  stocked_by_admin text,
  stocked_by_user text,
  stocked_at timestamptz not null default now(),
  returned_at timestamptz,
  -- the device that replaced it, until one of the two gets another
  replaced_by text references devices on delete set null,
  check (returned_at is null or (inventory_status = 'inactive' and clinic_id is null))
);
create index on devices (clinic_id);
create index on devices (replaced_by) where replaced_by is not null;
create index on devices (stocked_at);
-- A page of devices by name, of one clinic or of all, is read in order instead of sorting the whole stock.
create index on devices (name collate numeric_order, id);
create index on devices (clinic_id, name collate numeric_order, id);

-- Which resident had which device when. A row without an end is the present: at most one per device and per resident
-- (RE-5).
create table device_assignments (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  device_id text not null references devices on delete cascade,
  resident_id text not null references residents on delete cascade,
  since timestamptz not null default now(),
  until timestamptz,
  -- when they were linked; `since` may be earlier, because a new device's first resident gets what it stored before
  linked_at timestamptz not null default now(),
  check (until is null or until >= since)
);
create unique index device_assignments_device on device_assignments (device_id) where until is null;
create unique index device_assignments_resident on device_assignments (resident_id) where until is null;
create index on device_assignments (resident_id, since);
create index on device_assignments (device_id, since);

-- What a device sent that could not be stored, counted by reason.
create table malformed_messages (
  device_id text not null references devices on delete cascade,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  sample text not null,
  primary key (device_id, reason)
);
