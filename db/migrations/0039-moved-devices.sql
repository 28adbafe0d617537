-- Whether a device has never had a resident nor said a word, wherever: also at a facility it has left, which nobody of
-- the present one sees. Tells nothing else.
create function device_is_fresh(device text) returns boolean
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select not exists (select from public.device_assignments a where a.device_id = device)
      and not exists (select from public.latest l join public.devices d on d.no = l.device_no where d.id = device);
  end;
revoke execute on function device_is_fresh from public;
grant execute on function device_is_fresh to eupnea_app;

-- Those from before there was the column bear the instant of its migration.
update device_assignments a set linked_at = a.since
from migrations m where m.name = '0023-notifications.sql' and a.linked_at = m.applied_at;
