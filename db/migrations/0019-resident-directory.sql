-- The directories of residents and of rooms (RE-1). Rooms and floors sort as people count them: 9 before 10.
create collation numeric_order (provider = icu, locale = 'und-u-kn-true');
create index on residents (clinic_id, room collate numeric_order, lower(last_name), lower(first_name), id);
create index on residents (clinic_id, lower(last_name), lower(first_name), id);
create index on residents (clinic_id, date_of_admission nulls first, id);

-- The file that information_file names (RE-2). One that another has replaced stays in files, for the eligibility log.
alter table residents add column face_sheet_id text;

-- Active devices of facilities that nobody lies under.
create view free_devices with (security_invoker = true) as
  select d.clinic_id, d.id as device_id, d.no as device_no, d.name as device_name, d.tz as device_tz,
    coalesce(p.online, false) as online
  from devices d
  left join presence p on p.device_no = d.no
  where d.clinic_id is not null and d.inventory_status = 'active'
    and not exists (select from device_assignments a where a.device_id = d.id and a.until is null);

-- When each device was heard last, whoever lay under it.
create view device_sightings with (security_invoker = true) as
  select device_no, ts as last_seen from latest;

grant select on free_devices, device_sightings to eupnea_app;
