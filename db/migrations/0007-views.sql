-- What nouns may know of each other without reading each other's tables. security_invoker: the scope of the reader holds.

-- The device that each resident lies under now.
create view resident_devices with (security_invoker = true) as
  select a.resident_id, a.clinic_id, a.since, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from device_assignments a
  join devices d on d.id = a.device_id
  left join presence p on p.device_no = d.no
  where a.until is null;

-- Where each resident is, as far as devices are concerned.
create view resident_places with (security_invoker = true) as
  select id as resident_id, clinic_id, status, room, floor from residents;

-- What live monitoring must know of each device.
create view device_places with (security_invoker = true) as
  select d.no as device_no, d.id as device_id, d.clinic_id, coalesce(c.no, 0) as clinic_no, d.topic_prefix,
    a.resident_id, a.since as resident_since
  from devices d
  left join clinics c on c.id = d.clinic_id
  left join device_assignments a on a.device_id = d.id and a.until is null;

-- Minutes that are a resident's own: measured by a device while they lay under it.
create view resident_minutes with (security_invoker = true) as
  select a.resident_id, m.*
  from device_assignments a
  join devices d on d.id = a.device_id
  join minutes m on m.device_no = d.no and m.minute >= date_trunc('minute', a.since)
    and (a.until is null or m.minute < a.until);

grant select on resident_devices, resident_places, device_places, resident_minutes to eupnea_app;
