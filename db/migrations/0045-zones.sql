-- A facility whose zone is set right takes its devices along, for their cards tell the time by it; one that was given
-- another zone by hand keeps that.
create function take_devices_along() returns trigger language plpgsql as $$
begin
  update devices set tz = new.tz
  -- in the order in which others lock devices
  where id in (select id from devices where clinic_id = new.id and tz = old.tz order by id for no key update);
  return null;
end
$$;
create trigger take_devices_along after update of tz on clinics
  for each row when (old.tz <> new.tz) execute function take_devices_along();
