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

-- A renamed floor keeps its residents, the beds of its sensors, its displays, its reports with their links, views that
-- people have saved of it (asked_before and asked_after: the floor in their query), what the EHR has said of it, and duties
-- that are not over yet: those that are keep the name of their time. @returns the displays, which have to look again
create function rename_floors(clinic text, former text[], present text[], asked_before text[], asked_after text[])
  returns setof text
  language sql security definer set search_path = public, pg_temp
  begin atomic
    with renamed as (
      select r.* from unnest(former, present, asked_before, asked_after) as r(before, after, asked, asks)
      where scope_all() or clinic = any (scope_clinics())
    ), along as (
      update residents r set floor = n.after from renamed n where r.clinic_id = clinic and r.floor = n.before
    ), beds as (
      update device_beds b set floor = n.after from renamed n where b.clinic_id = clinic and b.floor = n.before
    ), reports as (
      update daily_reports r set floor = n.after from renamed n where r.clinic_id = clinic and r.floor = n.before
    ), links as (
      update report_links l set floor = n.after from renamed n where l.clinic_id = clinic and l.floor = n.before
    ), views as (
      update saved_views v set query = array_to_string(array(
        select coalesce(n.asks, p.part) from string_to_table(v.query, '&') with ordinality p(part, place)
        left join renamed n on n.asked = p.part order by p.place
      ), '&')
      where 'facility=' || clinic = any (string_to_array(v.query, '&'))
        and exists (select from renamed n where n.asked = any (string_to_array(v.query, '&')))
    ), links_said as (
      update ehr_links l set said = l.said || jsonb_build_object('floor', n.after) from renamed n
      where l.clinic_id = clinic and l.said ->> 'floor' = n.before
    ), people_said as (
      update adt_people p set said = p.said || jsonb_build_object('floor', n.after) from renamed n
      where p.clinic_id = clinic and p.said ->> 'floor' = n.before
    ), names as (
      select coalesce(jsonb_object_agg(before, after), '{}') as by_former from renamed
    ), to_import as (
      update ehr_rows r set
        incoming = r.incoming ||
          jsonb_build_object('floor', coalesce(by_former ->> (r.incoming ->> 'floor'), r.incoming ->> 'floor')),
        changes = coalesce((
          select jsonb_agg(case change ->> 'field' when 'floor' then change || jsonb_build_object(
            'from', coalesce(by_former ->> (change ->> 'from'), change ->> 'from'),
            'to', coalesce(by_former ->> (change ->> 'to'), change ->> 'to')
          ) else change end order by place)
          from jsonb_array_elements(r.changes) with ordinality c(change, place)
        ), '[]')
      from names
      where r.run_id in (select id from ehr_runs where clinic_id = clinic and state in ('reading', 'preview', 'applying'))
        and r.applied is null and r.incoming ? 'floor'
    ), duty as (
      -- Sorted and without duplicates, as when a duty begins: it is found by its floors when they are taken again.
      update duties d set floors = array(
        select distinct coalesce(n.after, f.floor) collate "C" from unnest(d.floors) f(floor)
        left join renamed n on n.before = f.floor order by 1
      )
      where d.clinic_id = clinic and d.until > now() and exists (select from renamed n where n.before = any (d.floors))
    )
    update displays d set floor = n.after from renamed n where d.clinic_id = clinic and d.floor = n.before
    returning d.id;
  end;
grant execute on function rename_floors to eupnea_requests;
