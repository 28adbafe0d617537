-- What an erasure did not find (docs/decisions/0012-erasure.md).

-- The user stands beside the name as long as the name does, also when they are deleted first and erased later.
alter table alert_deliveries add column opened_by text;
alter table notifications
  drop constraint notifications_acknowledged_by_fkey,
  drop constraint notifications_snoozed_by_fkey;
-- Who it was stands in the entry of the same transaction; one without an address is of somebody who is erased.
update alert_deliveries d
set opened_by = a.actor_id, opened_name = case when a.actor_name = '' then 'Erased' else d.opened_name end
from audit_entries a
where a.act = 'sms-alert.open' and a.actor_type = 'user' and a.at = d.opened_at and a.clinic_id = d.clinic_id;
update notifications n
set acknowledged_by = a.actor_id, acknowledged_name = case when a.actor_name = '' then 'Erased' else n.acknowledged_name end
from audit_entries a
where n.acknowledged_by is null and a.act = 'notification.acknowledge' and a.actor_type = 'user'
  and a.at = n.acknowledged_at and a.clinic_id = n.clinic_id;
update notifications n
set snoozed_by = a.actor_id, snoozed_name = case when a.actor_name = '' then 'Erased' else n.snoozed_name end
from audit_entries a
where n.snoozed_by is null and a.act = 'notification.snooze' and a.actor_type = 'user'
  and a.at + make_interval(mins => (a.detail ->> 'minutes')::integer) = n.snoozed_until and a.clinic_id = n.clinic_id;

-- The day of a daily report, by which its files are found when somebody who may stand in them is erased. null: no report,
-- or one that waited in a mail before there was this column.
alter table files add column day date;
update files f set day = r.date from daily_reports r where r.file_id = f.id;
-- null: somebody who may have stood in it was erased; it is made anew of what is left.
alter table daily_reports alter column file_id drop not null;

-- What an EHR said of a resident: rows that were matched with them, and those of the same id there.
create function ehr_rows_about(resident text) returns setof ehr_rows
  language sql stable
  begin atomic
    select r.* from ehr_rows r
    where r.resident_id = resident or exists (
      select from ehr_links l join ehr_runs u on u.id = r.run_id
      where l.resident_id = resident and l.clinic_id = r.clinic_id and l.source = u.source
        and l.external_id = r.external_id
    );
  end;

-- As in 0029, and rows of imports, which hang on a resident by no foreign key: they tell what was, not what is. Answers
-- that are kept for a call sent again (0032) are of those they tell of, not of who asked.
create or replace function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users', 'answered_calls')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.%I = $1', found.tab, found.tab, found.col)
      using person;
  end loop;
  if target = 'residents' then
    return query select 'ehr_rows', to_jsonb(r) from ehr_rows_about(person) r;
  end if;
end
$$;

-- As in 0033, and daily reports that they may stand in, and what imports brought of them.
create or replace function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  theirs text[];
  wholes text[];
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  perform from residents
    where id = erased and status <> 1
      and not exists (select from device_assignments a where a.resident_id = erased and a.until is null)
    for update;
  if not found then return false; end if;
  -- No roll-up may read a minute that goes.
  perform hold_hours();
  -- Kept reports, and those that wait in mails. What was made in the course of a day reaches back into the one before.
  -- They stand in it from their link on, or from the first that a new device had stored before.
  with gone as (
    update files f set state = 'removed', changed_at = now()
    from resident_spans s join clinics c on c.id = s.clinic_id join device_assignments l on l.id = s.id
    cross join lateral (
      select least(l.linked_at,
        (select min(m.minute) from minutes m
          where m.device_no = s.device_no and m.minute >= s.first_minute and m.minute < l.linked_at),
        (select min(h.hour) from hours h
          where h.device_no = s.device_no and h.hour >= date_trunc('hour', s.since, 'UTC') and h.hour < l.linked_at)
      ) as first
    ) b
    where s.resident_id = erased and f.clinic_id = s.clinic_id and f.store = 'reports' and f.state <> 'removed'
      and (f.day is null or f.day between (b.first at time zone c.tz)::date and (s.until at time zone c.tz)::date + 1)
    returning f.id
  )
  update daily_reports set file_id = null where file_id in (select id from gone);
  for span in select * from resident_spans where resident_id = erased loop
    execute 'delete from readings where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from waves where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from minutes where device_no = $1 and minute >= $2 and minute < $3'
      using span.device_no, span.first_minute, span.end_minute;
    delete from hours where device_no = span.device_no and hour >= date_trunc('hour', span.since, 'UTC')
      and hour < span.until;
  end loop;
  select array_agg(d.message_id) into theirs
  from alert_deliveries d join notifications n on n.id = d.notification_id where n.patient_id = erased;
  -- What stands for several messages goes only when all of them are about this resident.
  select array_agg(m.merged_into) into wholes from outbox_messages m
  where m.id = any (theirs) and not exists (
    select from outbox_messages o join alert_deliveries d on d.message_id = o.id
    where o.merged_into = m.merged_into and o.id <> all (theirs)
  );
  delete from outbox_messages where id = any (theirs || wholes) or merged_into = any (wholes);
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  -- Also where the EHR may have meant them, by name or by record number: the next import asks again.
  delete from ehr_rows r
  where (r.run_id, r.no) in (select a.run_id, a.no from ehr_rows_about(erased) a) or erased = any (r.candidates)
    or exists (
      select from residents p where p.id = erased and p.clinic_id = r.clinic_id and p.mr_no <> ''
        and p.mr_no = r.incoming ->> 'mr_no'
    );
  delete from residents where id = erased;
  return true;
end
$$;
