grant select, insert, update, delete on duties, channel_choices to eupnea_requests, eupnea_work;
alter table duties enable row level security;
create policy duties_scope on duties
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table channel_choices enable row level security;
create policy channel_choices_scope on channel_choices
  using ((select scope_all()) or user_id = (select scope_user()));

create policy channel_choices_of_colleagues on channel_choices for select
  using (user_id in (select user_id from user_clinics where clinic_id = any ((select scope_clinics())::text[])));

-- The floor whose duty somebody belongs to. Nobody can take one that the facility doesn't have (any more): such
-- residents belong to every duty, as those without a floor do.
create function floor_of_duty(floor text, clinic text) returns text language sql stable as $$
  select coalesce((select f from clinics c cross join unnest(c.floors) f where c.id = clinic and f = floor), '')
$$;

-- Who takes a floor is told at once of what is open there.
create function begin_duty() returns trigger language plpgsql as $$
begin
  insert into notification_steps (notification_id, clinic_id, step)
  select n.id, n.clinic_id, 'duty:' || new.id from listed_notifications n
  where n.id = any (array(select notification_id from current_notifications where clinic_id = new.clinic_id))
    and n.state = 'open' and not n.is_late and n.kind <> 'trend'
    and (new.floors = '{}' or floor_of_duty(n.floor, n.clinic_id) = any (new.floors || '{""}'));
  return null;
end
$$;
create trigger begin_duty after insert on duties for each row execute function begin_duty();

-- So is who has the floor that a resident comes to, of what is open about them.
create function follow_floor() returns trigger language plpgsql as $$
begin
  insert into notification_steps (notification_id, clinic_id, step)
  select n.id, n.clinic_id, 'duty:' || d.id
  from listed_notifications n
  join duties d on d.clinic_id = n.clinic_id and d.since <= now() and d.until > now() and d.floors <> '{}'
  where n.id = any (array(
      select notification_id from current_notifications where clinic_id = new.clinic_id and patient_id = new.id
    ))
    and n.state = 'open' and not n.is_late and n.kind <> 'trend'
    and floor_of_duty(new.floor, new.clinic_id) = any (d.floors || '{""}')
    and floor_of_duty(old.floor, new.clinic_id) <> all (d.floors || '{""}')
  on conflict (notification_id, step) do update set due_at = now(), done_at = null, failing_since = null;
  if found then
    perform pg_notify('eupnea',
      json_build_object('type', 'changed', 'noun', 'notifications', 'clinic_id', new.clinic_id)::text);
  end if;
  return null;
end
$$;
create trigger follow_floor after update of floor on residents
  for each row when (old.floor is distinct from new.floor) execute function follow_floor();

-- Floors that somebody had in the last week, and nobody has any more, or nobody will in 15 minutes: for 12 hours, or as
-- long as somebody had the floor in that week, because who tried duty once doesn't miss it. Not those that the facility
-- has no more, which nobody could take.
create view uncovered_floors with (security_invoker = true) as
  select d.clinic_id, f.floor, max(d.until) as since
  from duties d
  join clinics c on c.id = d.clinic_id
  cross join lateral unnest(
    case when c.floors = '{}' then '{""}' when d.floors = '{}' then c.floors else d.floors end
  ) as f(floor)
  where d.until > now() - interval '7 days' and (f.floor = '' or f.floor = any (c.floors))
  group by d.clinic_id, f.floor
  having max(d.until) <= now() + interval '15 minutes' and max(d.until) > now() - greatest(interval '12 hours',
    (select sum(upper(h) - lower(h)) from unnest(range_agg(tstzrange(d.since, d.until))) h));

-- Whom somebody sees without seeing everything: themselves, the people of their clinics and who has floors there.
create policy users_scope on users for select to eupnea_requests, eupnea_work
  using ((select scope_all()) or id = (select scope_user()) or id in (select user_id from user_clinics)
    or exists (select from duties d where d.user_id = users.id));

-- People of a facility, with the floors that they have now.
create view people_to_tell with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email, u.contact as phone, coalesce(d.floors, '{}') as duty_floors, d.is_on_duty,
    'clinic' = any (u.groups) as is_staff
  from (
    select user_id, clinic_id from user_clinics
    union select user_id, clinic_id from duties where since <= now() and until > now()
  ) c
  join users u on u.id = c.user_id
  cross join lateral (
    select count(*) > 0 as is_on_duty,
      -- One for the whole facility holds all floors.
      case when bool_or(o.floors = '{}') then '{}' else array_agg(distinct f) filter (where f is not null) end as floors
    from duties o left join lateral unnest(o.floors) f on true
    where o.user_id = u.id and o.clinic_id = c.clinic_id and o.since <= now() and o.until > now()
  ) d
  where u.status = 1 and u.groups <> '{member}'
    and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));

-- Whoever has nothing to do with a facility any more (end_elsewhere) has no floor there. Their duties stay, so that the
-- floors are known to be uncovered.
create function end_duties(of_user text, but_in text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    update duties set until = greatest(since, now())
    where user_id = of_user and until > now() and clinic_id <> all (but_in)
    returning clinic_id
  )
  select pg_notify('eupnea', json_build_object('type', 'changed', 'noun', 'duties', 'clinic_id', clinic_id)::text)
  from ended
$$;
