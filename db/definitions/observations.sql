-- Whom observations are about.
create view observed_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, status, dob, gender, mr_no, updated_at,
    first_name || ' ' || last_name as full_name
  from residents where status <> 0;

-- Where, and by what.
create view observed_clinics with (security_invoker = true) as
  select id as clinic_id, name from clinics;

-- The id is made of the place itself, so that it stays the same without a table of rooms.
create function room_id(clinic_id text, floor text, room text) returns text
  language sql immutable parallel safe
  return left(encode(sha256(convert_to(clinic_id || E'\n' || floor || E'\n' || room, 'UTF8')), 'hex'), 40);

create view observed_devices with (security_invoker = true) as
  select d.id as device_id, d.uid as device_uid, d.name, d.clinic_id, d.inventory_status, a.resident_id,
    case when r.room <> '' then room_id(r.clinic_id, r.floor, r.room) end as location_id
  from devices d
  left join device_assignments a on a.device_id = d.id and a.until is null
  left join residents r on r.id = a.resident_id
  where d.clinic_id is not null;

create view observed_rooms with (security_invoker = true) as
  select distinct room_id(clinic_id, floor, room) as location_id, clinic_id, floor, room
  from residents where status = 1 and room <> '';
