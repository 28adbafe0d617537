-- The inventory of devices (DE-1, DE-6). An inactive device can neither connect nor be assigned; one that was returned
-- is inactive, at no facility, and its key is void. Either has no resident: the row's lock and the checks hold that.
alter table devices
  add column inventory_status text not null default 'active' check (inventory_status in ('active', 'inactive')),
  -- Who put it in stock: of the two at most one. No reference: it stays said when the user is gone.
  add column stocked_by_admin text,
  add column stocked_by_user text,
  add column stocked_at timestamptz not null default now(),
  add column returned_at timestamptz,
  -- the device that took its place, until one of the two has another
  add column replaced_by text references devices on delete set null,
  add check (returned_at is null or (inventory_status = 'inactive' and clinic_id is null));
create index on devices (replaced_by) where replaced_by is not null;
create index on devices (stocked_at);

-- Live monitoring knows active devices alone: the others are to it as if they had been removed.
create or replace view device_places with (security_invoker = true) as
  select d.no as device_no, d.id as device_id, d.clinic_id, coalesce(c.no, 0) as clinic_no, d.topic_prefix,
    a.resident_id, a.since as resident_since
  from devices d
  left join clinics c on c.id = d.clinic_id
  left join device_assignments a on a.device_id = d.id and a.until is null
  where d.inventory_status = 'active';

create or replace view device_details with (security_invoker = true) as
  select d.id as device_id, d.no as device_no, d.uid as device_uid, d.name, d.tz, d.clinic_id, d.topic_prefix,
    d.fw_version, d.softap_ssid, d.target_ssid, a.resident_id, r.room, r.floor,
    coalesce(p.online, false) and d.inventory_status = 'active' as online, l.ts as last_seen,
    case when a.id is not null then (select s.first_minute from resident_spans s where s.id = a.id)
      else (select date_trunc('minute', max(o.until) + interval '1 minute' - interval '1 microsecond')
        from device_assignments o where o.device_id = d.id) end as present_since,
    d.inventory_status, d.returned_at is not null as is_returned, d.stocked_by_admin, d.stocked_by_user, d.stocked_at
  from devices d
  left join device_assignments a on a.device_id = d.id and a.until is null
  left join residents r on r.id = a.resident_id
  left join presence p on p.device_no = d.no
  left join latest l on l.device_no = d.no;
