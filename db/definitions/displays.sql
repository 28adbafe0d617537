grant select, insert, update, delete on displays to eupnea_identity;
grant select (id, clinic_id, floor, name, shows_names, enrolled_by, enrolled_name, created_at, enrolled_at, seen_at),
  update (seen_at) on displays to eupnea_requests;
alter table displays enable row level security;
create policy displays_scope on displays
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Who holds a token, or is the display with this id: asked before there is a scope, to find out who calls. Reveals
-- nothing else.
create function display_holder(token text, display text)
  returns table (display_id text, clinic_id text, floor text, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select d.id, d.clinic_id, d.floor, d.name from public.displays d
    where d.token_hash is not null and (d.token_hash = token or d.id = display);
  end;
grant execute on function display_holder to eupnea_identity;

-- The residents whom a display shows: those in care. Its scope leaves out other floors.
create view wall_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.preferred_name, r.room, r.floor, r.flag_status,
    d.device_id, d.device_tz, p.low, p.high, p.extreme_high, p.extreme_low, p.no_breathing_seconds, p.out_of_bed,
    p.still_in_bed
  from residents r
  join plans_in_force p on p.resident_id = r.id
  left join resident_devices d on d.resident_id = r.id
  where r.status = 1;
