-- No update and no delete: versions are kept as they were written. Those of an erased resident go with their row.
grant select, insert on consents to eupnea_requests, eupnea_work;
grant select on consents to eupnea_identity;
alter table consents enable row level security;
create policy consents_scope on consents
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- What a resident has decided about monitoring, for who has the resident's row already; none: nothing is on record.
-- tz: a review is due by the day in this zone, and Node counts days.
create function consent_of(resident text, clinic text)
  returns table (state text, review_on date, tz text) language sql stable parallel safe
begin atomic
  select o.state, o.review_on, c.tz
  from consents o join clinics c on c.id = clinic where o.resident_id = resident order by o.id desc limit 1;
end;

-- What each resident has decided about monitoring; state is null while nothing is on record. refused_until: when the
-- decision was recorded that ended their newest refusal; null: there was none, or it still holds.
create view consents_in_force with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, n.state, n.review_on, c.requires_consent,
    (select min(o.recorded_at) from consents o where o.resident_id = r.id and o.id > (
      select max(x.id) from consents x where x.resident_id = r.id and x.state in ('declined', 'withdrawn')
    )) as refused_until
  from residents r
  join clinics c on c.id = r.clinic_id
  left join lateral consent_of(r.id, r.clinic_id) n on true;
