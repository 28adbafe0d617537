-- No update and no delete: versions are kept as they were written. Those of an erased resident go with their row.
grant select, insert on plans to eupnea_requests, eupnea_work;
-- For the demonstration facility, which is made and removed with its people.
grant select on plans to eupnea_identity;
alter table plans enable row level security;
create policy plans_scope on plans
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- The plan that a resident goes by now, for who has the resident's row already; none: the product's default holds.
create function plan_of(resident text, clinic text) returns setof plans language sql stable parallel safe
begin atomic
  select p.* from (values (clinic)) of_resident (clinic_id)
  left join lateral (
    select o.id, o.is_default from plans o where o.resident_id = resident order by o.valid_from desc, o.id desc limit 1
  ) own on true
  left join lateral (
    select f.id from plans f where f.clinic_id = of_resident.clinic_id and f.resident_id is null
    order by f.valid_from desc, f.id desc limit 1
  ) facilitys on true
  join plans p on p.id = case when own.is_default = false then own.id else facilitys.id end
  -- Only that one: otherwise the planner may look up everyone's.
  limit 1;
end;

-- The plan of each resident now. Without a row in plans, values are null and the product's default holds.
create view plans_in_force with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, coalesce(p.resident_id is not null, false) as is_own,
    p.low, p.high, p.extreme_high, p.extreme_low, p.no_breathing_seconds, p.out_of_bed, p.still_in_bed,
    p.reason, p.review_on, p.valid_from, p.written_by, p.written_name
  from residents r left join lateral plan_of(r.id, r.clinic_id) p on true;

-- Every version as it was written; from valid_from on it holds, of the facility if resident_id is null.
create view plan_versions with (security_invoker = true) as
  select p.id, p.clinic_id, p.resident_id, p.is_default, p.valid_from, p.low, p.high, p.extreme_high, p.extreme_low,
    p.no_breathing_seconds, p.out_of_bed, p.still_in_bed
  from plans p;

-- From when until when which plan held: of each resident, and with resident_id null of the facility. until is null while
-- it holds. Times without a row are those of the product's default.
create view plan_spans with (security_invoker = true) as
  with versions as not materialized (
    select p.*, lead(p.valid_from) over (partition by p.clinic_id, p.resident_id order by p.valid_from, p.id) as until
    from plans p
  ),
  -- before the resident's first own plan, and since they went back to the facility's
  facility_times as not materialized (
    select r.id as resident_id, r.clinic_id, null::timestamptz as since,
      (select min(o.valid_from) from plans o where o.resident_id = r.id) as until
    from residents r
    union all
    select v.resident_id, v.clinic_id, v.valid_from, v.until from versions v where v.is_default
  )
  select v.clinic_id, v.resident_id, v.resident_id is not null as is_own, v.valid_from as since, v.until,
    v.low, v.high, v.extreme_high, v.extreme_low, v.no_breathing_seconds, v.out_of_bed, v.still_in_bed
  from versions v where not v.is_default
  union all
  select t.clinic_id, t.resident_id, false, greatest(t.since, v.valid_from), least(t.until, v.until),
    v.low, v.high, v.extreme_high, v.extreme_low, v.no_breathing_seconds, v.out_of_bed, v.still_in_bed
  from facility_times t
  join versions v on v.clinic_id = t.clinic_id and v.resident_id is null
    and (t.until is null or v.valid_from < t.until) and (t.since is null or v.until is null or v.until > t.since);

-- Residents with an own plan that has a review date.
create view plan_reviews with (security_invoker = true) as
  select f.resident_id, f.clinic_id, f.review_on, f.reason, r.first_name, r.last_name, r.preferred_name, r.room, r.floor
  from plans_in_force f join residents r on r.id = f.resident_id
  where f.is_own and f.review_on is not null and r.status = 1;
