-- No update and no delete: versions are kept as they were written. Those of an erased resident go with their row.
grant select, insert on consents to eupnea_requests, eupnea_work;
grant select on consents to eupnea_identity;
alter table consents enable row level security;
create policy consents_scope on consents
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- What each resident has decided about monitoring; state is null while nothing is on record.
create view consents_in_force with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, n.state, n.review_on, c.requires_consent,
    coalesce(n.review_on <= (now() at time zone c.tz)::date, false) as is_review_due
  from residents r
  join clinics c on c.id = r.clinic_id
  left join lateral (
    select o.state, o.review_on from consents o where o.resident_id = r.id order by o.id desc limit 1
  ) n on true;
