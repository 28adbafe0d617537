grant select, insert, update, delete on deliveries, attempts, gateways to eupnea_work;
-- What messages say is for their receivers: codes, invitations and links. Nobody may send a queued one elsewhere either.
grant insert on deliveries to eupnea_requests, eupnea_identity;
grant select (id, channel, recipient, status, created_at, sent_at, attempts, next_attempt_at, failure, merged_into, delivery,
    delivery_at, clinic_id, notification_id, step, severity, sms_alert_id, token_hash, opened_at, opened_name, opened_by, no,
    lease_until),
  update (status, failure, lease_until, next_attempt_at, opened_at, opened_by, opened_name)
  on deliveries to eupnea_requests;
grant select on attempts, gateways to eupnea_requests;

-- Codes and invitations belong to no facility: everybody may queue them, and only jobs and Superadmins read them.
alter table deliveries enable row level security;
create policy deliveries_scope on deliveries
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]))
  with check (clinic_id is null or (select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table attempts enable row level security;
create policy attempts_scope on attempts
  using ((select scope_all()) or exists (select from deliveries d where d.id = delivery_id));

-- Seconds until somebody may be sent another mail with this subject, of which they get so many an hour (ID-9). Whoever
-- sends doesn't see what others sent.
create function seconds_to_next_mail(receiver text, about text, most integer) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((
    select greatest(1, ceil(extract(epoch from created_at + interval '1 hour' - now())))::int
    from deliveries
    where channel = 'mail' and recipient = receiver and subject = about and created_at > now() - interval '1 hour'
    order by created_at desc offset most - 1 limit 1
  ), 0)
$$;
grant execute on function seconds_to_next_mail to eupnea_requests, eupnea_identity, eupnea_work;
