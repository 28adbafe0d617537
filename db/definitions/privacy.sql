grant select, insert, update on privacy_requests to eupnea_requests, eupnea_identity;
alter table privacy_requests enable row level security;
create policy privacy_requests_scope on privacy_requests using ((select scope_all()));

-- Whether a resident lives there or has a sensor. Takes the row, so that a locked one is judged as it is by then.
create function is_in_care(resident residents) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select resident.status = 1
    or exists (select from device_assignments a where a.resident_id = resident.id and a.until is null)
$$;

create view privacy_subjects with (security_invoker = true) as
  select 'resident' as subject_type, id as subject_id, first_name || ' ' || last_name as name, is_in_care(r) as is_in_care
  from residents r
  union all
  select 'user', id, name, false from users where (select scope_all());

-- The minutes of a resident, for a copy of their data.
create view privacy_minutes with (security_invoker = true) as
  select resident_id, minute, sum_rr / nullif(n_rr, 0) as rr_avg, min_rr, max_rr, sum_dist / nullif(n_dist, 0) as dist_avg,
    n_presence * 2 >= n as in_bed
  from resident_minutes;

-- Every row that refers to a person by a foreign key, in whichever noun's table, including tables added later. `target`
-- is users or residents. Left out are what the caller's role may not read, such as secrets, and answers kept for repeated
-- calls, which are about other people than the caller. Rows of EHR imports are added: they record what was, so they have no foreign key to the
-- resident.
create function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col, (
        select string_agg(quote_ident(o.attname), ', ' order by o.attnum)
        from pg_attribute o
        where o.attrelid = c.conrelid and o.attnum > 0 and not o.attisdropped
          and has_column_privilege(c.conrelid, o.attnum, 'select')
      ) as readable
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where has_column_privilege(c.conrelid, a.attnum, 'select') and c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users', 'answered_calls')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(r) from (select %s from %I t where t.%I = $1) r',
      found.tab, found.readable, found.tab, found.col)
      using person;
  end loop;
  if target = 'residents' then
    return query select 'ehr_rows', to_jsonb(r) from ehr_rows_about(person) r;
  end if;
end
$$;


-- What an erasure takes away and what it leaves: docs/decisions/0012-erasure.md.

-- Matches an address in a text, but not the end of a longer address or the beginning of a longer domain. A full stop
-- after it ends a sentence, and a quotation mark before it is not part of it. Letters are those of alphabets: scripts
-- without spaces may put a word right next to it.
create function address_pattern(address text) returns text
  language sql immutable parallel safe
  return '(?<![A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]|[A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]'')'
    || regexp_replace(address collate "C", '([!-/:-?\[-`{-~])', '\\\1', 'g')
    || '(?![A-Za-z0-9\u00C0-\u1FFF]|-+[A-Za-z0-9\u00C0-\u1FFF]|\.[A-Za-z0-9\u00C0-\u1FFF])';

create function without_address(content text, address text) returns text
  language sql immutable parallel safe
  return regexp_replace(content collate "C", address_pattern(address), 'Erased', 'gi');

-- String by string, because in JSON text a line break before an address would look like a letter next to it.
create function without_address(content jsonb, address text) returns jsonb
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return case jsonb_typeof(content)
    when 'string' then to_jsonb(without_address(content #>> '{}', address))
    when 'array' then (
      select coalesce(jsonb_agg(without_address(e.value, address) order by e.no), '[]')
      from jsonb_array_elements(content) with ordinality e(value, no)
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(without_address(e.key, address), without_address(e.value, address)), '{}')
      from jsonb_each(content) e
    )
    else content
  end;
end
$$;

-- Removes a user's name from everything that outlives their record; the record itself is deleted afterwards. Audit
-- entries stay, with the id of the user: nothing else ever changes one. An e-mail address is looked for in every text
-- column, including those added later. A column `x_name` next to `x_by`, and a `created_by` written in the same
-- transaction as an audit entry of the user, are theirs. Nothing is taken from somebody else with the same name,
-- address or phone.
create function erase_user_traces(erased text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emails text[];
  contacts text[];
  names text[];
  attachments text[];
  address text;
  found record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  -- The audit log takes changes from an erasure only.
  perform set_config('app.erased', 'user ' || erased, true);
  -- An address that they gave up may be somebody else's now.
  select coalesce(array_agg(distinct e), '{}') into emails from (
    select lower(email) as e from users where id = erased
    union select lower(actor_name) from audit_entries
    where actor_type = 'user' and actor_id = erased and actor_name like '%_@_%'
  ) known
  where not exists (select from users o where lower(o.email) = e and o.id <> erased);
  -- The phone of a ward also rings for others.
  select coalesce(array_agg(contact), '{}') into contacts from users u
  where id = erased and contact is not null
    and not exists (select from users o where o.contact = u.contact and o.id <> erased)
    and not exists (select from sms_alerts where phone = u.contact)
    and not exists (select from clinics where u.contact = any (alert_recipients || escalation_recipients));
  select emails || erased || coalesce(array_agg(name), '{}') into names from users where id = erased;
  with gone as (
    delete from deliveries
    where (lower(recipient) = any (emails) or recipient = any (contacts)) and notification_id is null
    returning attachment_file_id
  )
  select array_agg(attachment_file_id) into attachments from gone;
  -- Nothing else would ever delete these files.
  update files f set state = 'removed', changed_at = now()
  where id = any (attachments)
    and not exists (select from deliveries where attachment_file_id = f.id and status <> 'sent');
  for found in
    select n.attrelid::regclass::text as tab, n.attname as col, b.attname as by_col
    from pg_attribute n
    join pg_class c on c.oid = n.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    join pg_attribute b on b.attrelid = n.attrelid and b.attname = regexp_replace(n.attname, '_name$', '_by')
    where n.attname like '%\_name' and n.attnum > 0
  loop
    execute format('update %I set %I = ''Erased'' where %I = $1', found.tab, found.col, found.by_col) using erased;
  end loop;
  for found in
    select c.oid::regclass::text as tab from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('created_by', 'created_at'))
  loop
    -- If two people acted in the same microsecond, the text itself says whose it is.
    execute format('update %I t set created_by = ''Erased'' from audit_entries a
      where a.actor_type = ''user'' and a.actor_id = $1 and a.at = t.created_at
        and (t.created_by = any ($2)
          or not exists (select from audit_entries o where o.at = a.at and o.actor_id <> $1))', found.tab)
      using erased, names;
  end loop;
  update deidentified_exports e set user_name = 'Erased' from audit_entries a
  where a.actor_type = 'user' and a.actor_id = erased and a.at = e.started_at and a.detail ->> 'export_id' = e.id;
  foreach address in array emails loop
    for found in
      select c.oid::regclass::text as tab, a.attname as col, format_type(a.atttypid, null) as kind,
        (c.relname, a.attname) in (('audit_entries', 'actor_name'), ('daily_reports', 'made_by'),
          ('report_links', 'created_by'), ('member_invitations', 'email'), ('provider_invitations', 'email'))
          as is_address
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and c.relname not in ('users', 'sessions', 'accounts', 'verifications', 'codes', 'migrations', 'audit_links',
          'audit_digests')
        and (c.relname, a.attname) not in (('deliveries', 'recipient'))
        -- The rest of an audit entry are ids.
        and (c.relname <> 'audit_entries' or a.attname in ('actor_name', 'detail', 'address', 'request_id'))
    loop
      if found.kind = 'text[]' then
        execute format('update %I set %I = array(
            select e.one from unnest(%I) with ordinality e(one, no) where lower(e.one) <> $1 order by e.no)
          where exists (select from unnest(%I) one where lower(one) = $1)', found.tab, found.col, found.col, found.col)
          using address;
      elsif found.is_address then
        execute format('update %I set %I = ''Erased'' where lower(%I) = $1', found.tab, found.col, found.col)
          using address;
      else
        execute format('update %I set %I = without_address(%I, $1) where strpos(lower(%I::text), $1) > 0',
          found.tab, found.col, found.col, found.col) using address;
      end if;
    end loop;
  end loop;
  -- If several recipients are erased, their rows stay distinct.
  update deliveries set recipient = 'Erased ' || id, subject = '', body = null, notice = null,
    status = case status when 'queued' then 'failed' else status end
  where lower(recipient) = any (emails) or recipient = any (contacts);
  update audit_entries set actor_name = '', address = null where actor_type = 'user' and actor_id = erased;
  update audit_entries set detail = detail - 'changes' where detail ->> 'user_id' = erased and detail ? 'changes';
  update audit_entries set address = null where detail ->> 'user_id' = erased and actor_type = 'anonymous';
  perform set_config('app.erased', '', true);
end
$$;

-- Deletes a resident who has left, and everything measured of them; the audit log keeps the id. Returns false if there
-- is no such resident, or if they are in care. Rows of other nouns go by their foreign keys.
-- Messages go because they are about the resident, not because of the words in them.
create function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  theirs text[];
  wholes text[];
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  perform from residents r where id = erased and not is_in_care(r) for update;
  if not found then return false; end if;
  -- FHIR exports that may contain the resident are deleted whole; one that is still being made stops at its next file. A
  -- de-identified export that is still being made loses the resident's part; in a finished one nobody knows which that is.
  delete from fhir_exports where clinic_ids && array(
    select clinic_id from residents where id = erased union select clinic_id from resident_spans where resident_id = erased
  );
  perform from deidentified_exports
  where id in (select export_id from deidentified_export_residents where resident_id = erased) order by id for update;
  delete from deidentified_export_files f using deidentified_export_residents r
  where r.resident_id = erased and f.export_id = r.export_id and split_part(f.name, '/', 2) = r.pseudonym;
  -- No late reading, and no row on its way into a file, may pass this by.
  perform pg_advisory_xact_lock(hashtext('archive'));
  -- No roll-up may read a minute that is being deleted.
  perform hold_hours();
  -- Kept reports, and those attached to waiting e-mails. A report made in the course of a day also covers part of the
  -- day before. A resident is in reports from the moment of their link, or from the first minute that was stored since
  -- the earlier beginning it states. Days of another zone, which the facility had when the report was made, differ from
  -- these by two at most.
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
    cross join lateral (
      select max(a.at) as changed_at from audit_entries a
      where a.clinic_id = c.id and a.act = 'clinic.update' and a.detail -> 'changes' ? 'tz'
    ) z
    where s.resident_id = erased and f.clinic_id = s.clinic_id and f.store = 'reports' and f.state <> 'removed'
      and (f.day is null or f.day between (b.first at time zone c.tz)::date and (s.until at time zone c.tz)::date + 1
        or f.created_at < z.changed_at
          and f.day between (b.first at time zone c.tz)::date - 2 and (s.until at time zone c.tz)::date + 3)
    returning f.id
  )
  update daily_reports set file_id = null where file_id in (select id from gone);
  for span in select * from resident_spans where resident_id = erased loop
    execute 'delete from readings where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    execute 'delete from waves where device_no = $1 and ts >= $2 and ts < $3' using span.device_no, span.since, span.until;
    perform erase_archived(span.device_no, array['readings', 'waves'], span.since, span.until);
    perform erase_archived(span.device_no, array['minutes'], span.first_minute, span.end_minute);
    execute 'delete from minutes where device_no = $1 and minute >= $2 and minute < $3'
      using span.device_no, span.first_minute, span.end_minute;
    delete from closed_minutes where device_no = span.device_no and minute >= span.first_minute
      and minute < span.end_minute;
    delete from hours where device_no = span.device_no and hour >= date_trunc('hour', span.since, 'UTC')
      and hour < span.until;
  end loop;
  select array_agg(d.id) into theirs
  from deliveries d join notifications n on n.id = d.notification_id where n.patient_id = erased;
  -- A merged message goes only if everything in it is about this resident.
  select array_agg(m.merged_into) into wholes from deliveries m
  where m.id = any (theirs) and not exists (
    select from deliveries o
    where o.merged_into = m.merged_into and o.notification_id is not null and o.id <> all (theirs)
  );
  delete from deliveries where id = any (theirs || wholes) or merged_into = any (wholes);
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  -- Also rows in which the EHR may have meant them, by name or record number. The next import asks again.
  delete from ehr_rows r
  where (r.run_id, r.no) in (select a.run_id, a.no from ehr_rows_about(erased) a) or erased = any (r.candidates)
    or exists (
      select from residents p where p.id = erased and p.clinic_id = r.clinic_id and p.mr_no <> ''
        and p.mr_no = r.incoming ->> 'mr_no'
    );
  -- Messages that could not be applied, too, if they carry one of the resident's numbers in the EHR (PID-3, MRG-1),
  -- whatever separators their MSH names.
  delete from adt_messages m using residents p
  where p.id = erased and m.clinic_id = p.clinic_id and m.body is not null and exists (
    select from (
      select external_id from adt_people where resident_id = erased union select p.mr_no where p.mr_no <> ''
    ) known (no)
    where translate(encode(m.body, 'escape'), substring(encode(m.body, 'escape') from 'MSH(.....)'), '|^~\&')
      ~ ('[\r\n](PID\|[^|\r\n]*\|[^|\r\n]*\||MRG\|)([^|\r\n]*~)? *'
      || regexp_replace(encode(convert_to(no, 'UTF8'), 'escape'), '([!-/:-?\[-`{-~])', '\\\1', 'g') || ' *([|^~&\r\n]|$)')
  );
  -- The entries stay; what they say of the person goes.
  perform set_config('app.erased', 'resident ' || erased, true);
  update audit_entries set detail = detail - 'changes' where resident_id = erased and detail ? 'changes';
  perform set_config('app.erased', '', true);
  -- Last, because readings wait for these rows. What is locked is being replaced by what the device measures now.
  update latest set rr = null, dist = null where device_no in (
    select l.device_no from latest l join resident_spans s on s.device_no = l.device_no
    where s.resident_id = erased and l.ts >= s.since and l.ts < s.until for update of l skip locked
  );
  delete from watch_checkpoints where device_no in (
    select device_no from watch_checkpoints where resident_id = erased for update skip locked
  );
  delete from residents where id = erased;
  return true;
end
$$;

grant execute on function erase_user_traces, erase_resident to eupnea_identity;
