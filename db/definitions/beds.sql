grant select, insert, update, delete on device_beds to eupnea_requests, eupnea_identity, eupnea_work;
alter table device_beds enable row level security;
create policy device_beds_scope on device_beds
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whoever links a sensor says that it stands at the resident's bed.
create function place_device() returns trigger language plpgsql as $$
begin
  insert into device_beds (device_id, clinic_id, room, floor)
  select new.device_id, new.clinic_id, r.room, r.floor from residents r where r.id = new.resident_id and r.room <> ''
  on conflict (device_id) do update
    set clinic_id = excluded.clinic_id, room = excluded.room, floor = excluded.floor, changed_at = now();
  return null;
end
$$;
create trigger place_device after insert on device_assignments for each row execute function place_device();

create function is_same_bed(room text, floor text, other_room text, other_floor text) returns boolean
  language sql immutable
  return lower(trim(room)) = lower(trim(other_room))
    and (floor = '' or other_floor = '' or lower(trim(floor)) = lower(trim(other_floor)));

-- Residents whose sensor stands at another bed than the record says (EH-5).
create view bed_mismatches with (security_invoker = true) as
  select a.clinic_id, a.resident_id, a.device_id, d.name as device_name, r.first_name, r.last_name, r.preferred_name,
    r.room, r.floor, b.room as sensor_room, b.floor as sensor_floor,
    e.raised_at
  from device_assignments a
  join device_beds b on b.device_id = a.device_id
  join devices d on d.id = a.device_id
  join residents r on r.id = a.resident_id
  left join episodes e on e.resident_id = a.resident_id and e.kind = 'bed_mismatch' and e.ended_at is null
  where a.until is null and r.room <> '' and not is_same_bed(r.room, r.floor, b.room, b.floor);

-- Sensors that can be linked, where they stand, and who has them.
create view placed_devices with (security_invoker = true) as
  select b.clinic_id, b.device_id, b.room, b.floor, a.resident_id
  from device_beds b
  join devices d on d.id = b.device_id and d.clinic_id = b.clinic_id and d.inventory_status = 'active'
  left join device_assignments a on a.device_id = b.device_id and a.until is null;
