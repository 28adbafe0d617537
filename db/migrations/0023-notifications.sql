-- Standing watch over the facilities themselves: when none of their devices is heard any more, or the portal's own jobs
-- stand still. One open outage a facility and cause, however many nodes look.
create table monitoring_outages (
  id text primary key default gen_random_uuid()::text,
  clinic_id text not null references clinics on delete cascade,
  -- readings: no device is heard; jobs: the portal's jobs or its messages stand still
  cause text not null check (cause in ('readings', 'jobs')),
  -- when it was heard last
  since timestamptz not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index monitoring_outages_open on monitoring_outages (clinic_id, cause) where ended_at is null;

grant select, insert, update, delete on monitoring_outages to eupnea_app;
alter table monitoring_outages enable row level security;
create policy monitoring_outages_scope on monitoring_outages
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

alter table notifications add column outage_id text references monitoring_outages on delete cascade;
create index on notifications (outage_id);

-- Kept as it was when they looked.
alter table notification_views add column name text not null default '';

-- When each part of the portal last showed that it works.
create table heartbeats (
  part text primary key,
  at timestamptz not null
);
grant select, insert, update on heartbeats to eupnea_app;

-- When it was linked. `since` may lie before: a new device's first resident has what it has stored until then.
alter table device_assignments add column linked_at timestamptz not null default now();

-- Facilities with residents under devices, and when any of these devices was heard last. Silence of an ESPHome node is
-- no fault as long as its status says that it lives.
create view monitored_clinics with (security_invoker = true) as
  select c.id as clinic_id, c.tz, count(*) as devices,
    max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end) as last_heard,
    greatest(min(a.linked_at), max(case when d.topic_prefix is not null and p.online then now() else l.seen_at end)) as heard_or_since
  from clinics c
  join device_assignments a on a.clinic_id = c.id and a.until is null
  join devices d on d.id = a.device_id
  left join latest l on l.device_no = d.no
  left join presence p on p.device_no = d.no
  group by c.id, c.tz;

-- Notifications with what became of them, and whom they are about as far as that is known.
create view listed_notifications with (security_invoker = true) as
  select n.id, n.clinic_id, n.kind, n.title, n.description, n.action, n.severity, n.patient_id, n.extra_detail,
    n.episode_id, n.outage_id, n.created_at, n.acknowledged_at, n.acknowledged_by, n.acknowledged_name,
    n.snoozed_until, n.snoozed_by, n.snoozed_name,
    coalesce(e.ended_at, o.ended_at) as ended_at,
    r.first_name, r.last_name, r.room, r.status as resident_status,
    (select d.id from devices d where d.id = n.extra_detail ->> 'device_id') as device_id,
    case
      when e.ended_at is not null or o.ended_at is not null then 'ended'
      when n.acknowledged_at is not null then 'acknowledged'
      when n.snoozed_until > now() then 'snoozed'
      else 'open'
    end as state
  from notifications n
  left join episodes e on e.id = n.episode_id
  left join monitoring_outages o on o.id = n.outage_id
  left join residents r on r.id = n.patient_id;

grant select on monitored_clinics, listed_notifications to eupnea_app;
