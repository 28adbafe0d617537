grant select, insert, update on clinics to eupnea_requests, eupnea_identity, eupnea_work;
-- What a facility has goes with it, whoever may delete that. Only the demonstration facility does.
grant delete on clinics to eupnea_identity;

-- A demonstration may be deleted with all that was measured there, so none of the portal's roles makes another
-- facility one.
create function keep_is_demo() returns trigger language plpgsql as $$
begin
  raise exception 'A facility does not become a demonstration' using errcode = 'insufficient_privilege';
end
$$;
create trigger keep_is_demo before update of is_demo on clinics
  for each row when (old.is_demo is distinct from new.is_demo and current_user like 'eupnea\_%')
  execute function keep_is_demo();

alter table clinics enable row level security;
create policy clinics_scope on clinics
  using ((select scope_all()) or id = any ((select scope_clinics())::text[]));

-- What users' clinics are called; those of the scope.
create view clinic_names with (security_invoker = true) as
  select id as clinic_id, name from clinics;

-- The numbers of the clinics in scope, for tables that carry clinic_no.
create function scope_clinic_nos() returns integer[]
  language sql stable parallel safe
  return coalesce((select array_agg(no) from clinics), '{}');

-- When a clinic's time zone is corrected, its devices follow, because their cards show the time in it. A device that
-- was set to another zone by hand keeps that.
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
