create table devices (
  id text primary key default gen_random_uuid()::text,
  no integer generated always as identity unique,
  uid text not null unique,
  name text not null,
  tz text not null,
  clinic_id text references clinics on delete set null,
  -- 128 random bits need no slow hash: SHA-256, so that a thousand devices may reconnect at once
  key_hash bytea not null,
  topic_prefix text unique,
  fw_version text,
  softap_ssid text,
  target_ssid text,
  created_at timestamptz not null default now()
);
create index on devices (clinic_id);

-- Who lay under which device when. An open row (until is null) is the present; both sides at most one (RE-5).
create table device_assignments (
  id bigint generated always as identity primary key,
  clinic_id text not null references clinics on delete cascade,
  device_id text not null references devices on delete cascade,
  resident_id text not null references residents on delete cascade,
  since timestamptz not null default now(),
  until timestamptz,
  check (until is null or until >= since)
);
create unique index device_assignments_device on device_assignments (device_id) where until is null;
create unique index device_assignments_resident on device_assignments (resident_id) where until is null;
create index on device_assignments (resident_id, since);
create index on device_assignments (device_id, since);

-- What a device sent that could not be kept, counted by reason.
create table malformed_messages (
  device_id text not null references devices on delete cascade,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  sample text not null,
  primary key (device_id, reason)
);

grant select, insert, update, delete on devices, device_assignments, malformed_messages to eupnea_app;

alter table devices enable row level security;
create policy devices_scope on devices
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table device_assignments enable row level security;
create policy device_assignments_scope on device_assignments
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table malformed_messages enable row level security;
create policy malformed_messages_scope on malformed_messages
  using ((select scope_all()) or device_id in (select id from devices));
