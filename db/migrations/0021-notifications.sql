-- Notifications as people work with them (AL-3, AL-7): who saw one, who took it on, until when it is silent. The row
-- itself is written by ingest inside the transaction of the reading that raised it (0006), or by the watchdog.
alter table notifications
  -- monitoring: of the facility itself, which no longer hears its devices; it has no resident
  add column kind text not null default 'episode' check (kind in ('episode', 'monitoring')),
  add column acknowledged_at timestamptz,
  add column acknowledged_by text references users on delete set null,
  -- kept when the user is not any more
  add column acknowledged_name text,
  add column snoozed_until timestamptz,
  add column snoozed_by text references users on delete set null,
  add column snoozed_name text,
  -- each user has their own, below
  drop column seen;
create index on notifications (patient_id, created_at);
create index on notifications (episode_id);

create table notification_views (
  notification_id text not null references notifications on delete cascade,
  user_id text not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (notification_id, user_id)
);
create index on notification_views (user_id);

grant select, insert, update, delete on notification_views to eupnea_app;
alter table notification_views enable row level security;
create policy notification_views_scope on notification_views
  using ((select scope_all()) or notification_id in (select id from notifications));

-- Every node hears of it with the commit; a transaction that raises fifty says it once a resident.
create function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('eupnea', json_build_object('type', 'changed', 'noun', 'notifications',
    'clinic_id', new.clinic_id, 'patient_id', new.patient_id)::text);
  return null;
end
$$;
create trigger tell_notification after insert on notifications
  for each row execute function tell_notification();
