-- Lists of devices by name are read in order, of all facilities and of one: a page does not sort the whole stock.
create index on devices (name, id);
create index on devices (clinic_id, name, id);

-- Whether a device is in scope is asked of the devices of a page, not of all there are.
alter policy presence_scope on presence
  using ((select scope_all()) or exists (select from devices d where d.no = device_no));
