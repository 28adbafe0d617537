-- Lists are in the order in which people look for names: House 9 before House 10, Ö beside O. The indexes follow.
drop index users_lower_lower1_id_first_name_last_name_idx, users_user_type_lower_lower1_id_idx,
  residents_clinic_id_room_lower_lower1_id_idx, residents_clinic_id_lower_lower1_id_idx,
  devices_name_id_idx, devices_clinic_id_name_id_idx;

create index on users ((lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id)
  include (first_name, last_name);
create index on users
  (user_type, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);
create index on residents (clinic_id, room collate numeric_order, (lower(last_name) collate numeric_order),
  (lower(first_name) collate numeric_order), id);
create index on residents
  (clinic_id, (lower(last_name) collate numeric_order), (lower(first_name) collate numeric_order), id);
create index on devices (name collate numeric_order, id);
create index on devices (clinic_id, name collate numeric_order, id);
