-- An erasure takes what is the erased person's, and nothing of somebody whose name, address or telephone is like theirs
-- (docs/decisions/0012-erasure.md).

-- Finds an address in a text: not as the end of a longer one, not as the beginning of a longer domain. A full stop after
-- it ends a sentence, and a quotation mark before it is no part of it. Letters are those of alphabets: in scripts without
-- spaces a word may stand beside it.
create function address_pattern(address text) returns text
  language sql immutable parallel safe
  return '(?<![A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]|[A-Za-z0-9!#$%&*+/=?^_`{|}~.\u00C0-\u1FFF-]'')'
    || regexp_replace(address collate "C", '([!-/:-?\[-`{-~])', '\\\1', 'g')
    || '(?![A-Za-z0-9\u00C0-\u1FFF]|-+[A-Za-z0-9\u00C0-\u1FFF]|\.[A-Za-z0-9\u00C0-\u1FFF])';

create function without_address(content text, address text) returns text
  language sql immutable parallel safe
  return regexp_replace(content collate "C", address_pattern(address), 'Erased', 'gi');

-- String by string: in its text form a line break before an address is a letter beside it.
create function without_address(content jsonb, address text) returns jsonb
language plpgsql immutable parallel safe set search_path = public as $$
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

-- As in 0029, but for whom it must not touch.
create or replace function erase_user_traces(erased text) returns void
language plpgsql security definer set search_path = public as $$
declare
  emails text[];
  contacts text[];
  names text[];
  attachments text[];
  address text;
  found record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  -- One that they gave up may be somebody else's by now.
  select coalesce(array_agg(distinct e), '{}') into emails from (
    select lower(email) as e from users where id = erased
    union select lower(actor_name) from audit_entries
    where actor_type = 'user' and actor_id = erased and actor_name like '%_@_%'
  ) known
  where not exists (select from users o where lower(o.email) = e and o.id <> erased);
  -- A telephone of a ward rings for others too.
  select coalesce(array_agg(contact), '{}') into contacts from users u
  where id = erased and contact is not null
    and not exists (select from users o where o.contact = u.contact and o.id <> erased)
    and not exists (select from sms_alerts where phone = u.contact)
    and not exists (select from clinics where u.contact = any (alert_recipients || escalation_recipients));
  select emails || erased || coalesce(array_agg(name), '{}') into names from users where id = erased;
  with gone as (
    delete from outbox_messages where lower(recipient) = any (emails) or recipient = any (contacts)
    returning attachment_file_id
  )
  select array_agg(attachment_file_id) into attachments from gone;
  -- Nobody else would ever take them away.
  update files f set state = 'removed', changed_at = now()
  where id = any (attachments)
    and not exists (select from outbox_messages where attachment_file_id = f.id and status <> 'sent');
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
    -- Where two acted in the same microsecond, what stands there says whose it is.
    execute format('update %I t set created_by = ''Erased'' from audit_entries a
      where a.actor_type = ''user'' and a.actor_id = $1 and a.at = t.created_at
        and (t.created_by = any ($2)
          or not exists (select from audit_entries o where o.at = a.at and o.actor_id <> $1))', found.tab)
      using erased, names;
  end loop;
  foreach address in array emails loop
    for found in
      select c.oid::regclass::text as tab, a.attname as col, format_type(a.atttypid, null) as kind,
        (c.relname, a.attname) in (('audit_entries', 'actor_name'), ('daily_reports', 'made_by'),
          ('report_links', 'created_by'), ('member_invitations', 'email')) as is_address
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and c.relname not in ('users', 'sessions', 'accounts', 'verifications', 'codes', 'migrations')
        and (c.relname, a.attname) not in (('outbox_messages', 'recipient'), ('alert_deliveries', 'recipient'))
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
  -- Of several who are erased each was told: these stay told apart.
  update alert_deliveries set recipient = 'Erased ' || id where lower(recipient) = any (emails);
  update audit_entries set actor_name = '', address = null where actor_type = 'user' and actor_id = erased;
  update audit_entries set address = null where detail ->> 'user_id' = erased and actor_type = 'anonymous';
end
$$;

-- As in 0029, but messages go because they are about the resident, not for what words stand in them.
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
  delete from residents where id = erased;
  return true;
end
$$;

revoke all on function address_pattern, without_address(text, text), without_address(jsonb, text) from public;
