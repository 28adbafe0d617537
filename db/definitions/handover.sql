-- No update and no delete: who took over stays as it was written.
grant select, insert on handovers to eupnea_requests, eupnea_work;
alter table handovers enable row level security;
create policy handovers_scope on handovers
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Residents of handovers; discharged ones too, for what happened before they left.
create view handover_residents with (security_invoker = true) as
  select r.id as resident_id, r.clinic_id, r.first_name, r.last_name, r.preferred_name,
    r.room collate numeric_order as room, r.floor, r.status, d.device_id
  from residents r left join resident_devices d on d.resident_id = r.id
  where r.status <> 0;

-- Notifications with when they ended. A worse severity of an episode is another notification of the same subject. In
-- parts, so that each finds what had not ended by an index; not by coalesce, which row-level security keeps from it.
create view handover_notifications with (security_invoker = true) as
  select n.id, e.clinic_id, n.patient_id as resident_id, e.id as subject_id, n.kind, n.title, n.severity, n.created_at,
    n.raised_at, case when e.ended_at is null then 'infinity' else e.ended_at end as until, n.acknowledged_at,
    n.acknowledged_name, n.snoozed_at, n.snoozed_until, n.snoozed_name, n.became_worse_at, n.worse_at,
    n.reopened_at, n.extra_detail ->> 'until' as measured_at, (n.extra_detail ->> 'since')::timestamptz as since, e.direction
  from notifications n join episodes e on e.id = n.episode_id
  union all
  select n.id, o.clinic_id, n.patient_id, o.id, n.kind, n.title, n.severity, n.created_at,
    n.raised_at, case when o.ended_at is null then 'infinity' else o.ended_at end, n.acknowledged_at,
    n.acknowledged_name, n.snoozed_at, n.snoozed_until, n.snoozed_name, n.became_worse_at, n.worse_at,
    n.reopened_at, null, null, null
  from notifications n join monitoring_outages o on o.id = n.outage_id
  union all
  select n.id, n.clinic_id, n.patient_id, n.id, n.kind, n.title, n.severity, n.created_at,
    n.raised_at, 'infinity', n.acknowledged_at, n.acknowledged_name, n.snoozed_at, n.snoozed_until,
    n.snoozed_name, n.became_worse_at, n.worse_at,
    n.reopened_at, null, null, null
  from notifications n where n.episode_id is null and n.outage_id is null;

-- What was known of each resident's bed, and when.
create view handover_signals with (security_invoker = true) as
  select resident_id, clinic_id, state, note, since, case when until is null then 'infinity' else until end as until
  from signal_spans;

create view handover_trends with (security_invoker = true) as
  select t.clinic_id, t.resident_id, t.created_at,
    case when e.ended_at is null then 'infinity' else e.ended_at end as until, t.rate, t.usual
  from trends t join episodes e on e.id = t.episode_id;

create view handover_flags with (security_invoker = true) as
  select id, clinic_id, resident_id, status, note, created_at, created_by from resident_flag_logs;

create view handover_notes with (security_invoker = true) as
  select id, clinic_id, resident_id, note, created_at, created_name from notes;

create view handover_leaves with (security_invoker = true) as
  select clinic_id, resident_id, since, until, reason from leaves;
