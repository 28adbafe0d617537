grant select, insert, update, delete on webhooks to eupnea_work;
-- Not the secrets that sign messages.
grant select (id, clinic_id, url, kinds, disabled_at) on webhooks to eupnea_requests;
alter table webhooks enable row level security;
create policy webhooks_scope on webhooks
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- The other systems to tell, whichever way; without secrets. People call a webhook by its host.
create view listed_receivers with (security_invoker = true) as
  select 'webhook' as channel, id, clinic_id, lower(substring(url from '^[^:]+://(?:[^/?#]*@)?([^/?#]+)')) as name, kinds,
    disabled_at is null as is_active
  from webhooks
  union all
  select 'nurse-call', id, clinic_id, name, kinds, true from nurse_calls;

-- Who is behind a delivery's recipient, where that is an id.
create view named_receivers with (security_invoker = true) as
  select channel, id, name from listed_receivers
  union all
  select 'push', s.id, u.first_name || ' ' || u.last_name from push_subscriptions s join users u on u.id = s.user_id;

-- Webhooks that their receiver has ended, until a person deletes them or enables them again.
create view ended_webhooks with (security_invoker = true) as
  select clinic_id, min(disabled_at) as since from webhooks where disabled_because = 'gone' group by clinic_id;

create function has_receiver(of_clinic text, of_kind text) returns boolean
  language sql stable set search_path = public, pg_temp
  return exists (
    select from listed_receivers where is_active and clinic_id = of_clinic and (kinds = '{}' or of_kind = any (kinds))
  );

-- Only other systems hear that a notification is acknowledged, open again or over, or its resident moved, and only of
-- what was told before.
create function tell_receivers(of_notification text, of_clinic text, of_kind text, of_step text) returns void
  language plpgsql as $$
begin
  if not has_receiver(of_clinic, of_kind)
    or not exists (select from notification_steps where notification_id = of_notification and step = 'raised') then
    return;
  end if;
  insert into notification_steps (notification_id, clinic_id, step) values (of_notification, of_clinic, of_step)
  on conflict (notification_id, step) do update set due_at = now(), done_at = null, failing_since = null;
  perform pg_notify('eupnea',
    json_build_object('type', 'changed', 'noun', 'notifications', 'clinic_id', of_clinic)::text);
end
$$;

-- The trigger's argument: the step.
create function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform tell_receivers(new.id, new.clinic_id, new.kind, tg_argv[0]);
  return null;
end
$$;
create trigger tell_acknowledged after update of acknowledged_at on notifications
  for each row when (new.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at)
  execute function tell_of_notification('acknowledged');

-- Undone: nobody is on the way any more. Where it became worse, that is sent instead.
create trigger tell_unacknowledged after update of acknowledged_at on notifications
  for each row when (new.acknowledged_at is null and old.acknowledged_at is not null
    and new.worse_at is not distinct from old.worse_at)
  execute function tell_of_notification('changed');

-- They send people to the room that they were told.
create function tell_moved() returns trigger language plpgsql as $$
begin
  perform tell_receivers(n.id, n.clinic_id, n.kind, 'changed') from notifications n
  where n.id = any (array(
    select notification_id from current_notifications where clinic_id = new.clinic_id and patient_id = new.id
  ));
  return null;
end
$$;
create trigger tell_moved after update of room, floor on residents
  for each row when ((old.room, old.floor) is distinct from (new.room, new.floor)) execute function tell_moved();

create function tell_of_episode() returns trigger language plpgsql as $$
begin
  perform tell_receivers(n.id, n.clinic_id, n.kind, tg_argv[0]) from notifications n where n.episode_id = new.id;
  return null;
end
$$;
create trigger tell_episode_ended after update of ended_at on episodes
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_of_episode('ended');

-- What is about the sensor comes again without being sent to people (WA-7).
create trigger tell_reopened after update of ended_at on episodes
  for each row when (old.ended_at is not null and new.ended_at is null) execute function tell_of_episode('changed');

create function tell_outage_ended() returns trigger language plpgsql as $$
begin
  perform tell_receivers(n.id, n.clinic_id, n.kind, 'ended') from notifications n where n.outage_id = new.id;
  return null;
end
$$;
create trigger tell_outage_ended after update of ended_at on monitoring_outages
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_outage_ended();
