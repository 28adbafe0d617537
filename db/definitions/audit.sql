-- Entries can be added and read, but never changed or deleted, whatever the portal's code does (AP-5). Neither their
-- time nor their number is the caller's to choose.
grant select, insert (actor_type, actor_id, actor_name, act, clinic_id, resident_id, device_id, detail, address, request_id)
  on audit_entries to eupnea_requests, eupnea_identity, eupnea_work;
alter table audit_entries enable row level security;
create policy audit_insert on audit_entries for insert with check (true);
create policy audit_select on audit_entries for select using ((select scope_all()));

-- Whether the caller has a recent entry of this act about the same facility, resident and user. For that they need not
-- see the log.
create function has_own_entry(of_act text, of_clinic text, of_resident text, of_user text, minutes integer)
  returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (
    select from audit_entries
    where actor_id = scope_user() and act = of_act and clinic_id is not distinct from of_clinic
      and resident_id is not distinct from of_resident and detail ->> 'user_id' is not distinct from of_user
      and at > now() - make_interval(mins => minutes)
  );
grant execute on function has_own_entry to eupnea_requests, eupnea_identity, eupnea_work;

-- How people call those whom entries name.
create view audit_names with (security_invoker = true) as
  select 'user' as kind, id, name from users where (select scope_all())
  union all select 'resident', id, first_name || ' ' || last_name from residents
  union all select 'device', id, name from devices;

-- The hash chains (DO-3). Only the functions here write to them; server/audit/chain.sql.ts checks them with the same
-- texts.
alter table audit_chains enable row level security;
alter table audit_links enable row level security;
grant select on audit_chains, audit_links to eupnea_work;
create policy audit_chains_select on audit_chains for select using ((select scope_all()));
create policy audit_links_select on audit_links for select using ((select scope_all()));
grant select, insert, update (sent_at) on audit_digests to eupnea_work;
alter table audit_digests enable row level security;
create policy audit_digests_scope on audit_digests using ((select scope_all()));

-- Without a search path of their own, which would keep them from being inlined: only triggers that have one call them.
create function audit_content(entry audit_entries, salt uuid) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(jsonb_build_array(
    (entry).id, (extract(epoch from (entry).at) * 1000000)::bigint, (entry).actor_type, (entry).actor_id,
    (entry).actor_name, (entry).act, (entry).clinic_id, (entry).resident_id, (entry).device_id, (entry).detail,
    (entry).address, (entry).request_id, salt
  )::text, 'UTF8'));

create function audit_hash(before bytea, chain integer, no bigint, entry_id bigint, erased text, content bytea)
  returns bytea
  language sql immutable parallel safe
  return sha256(before || convert_to(jsonb_build_array(chain, no, entry_id, erased)::text, 'UTF8') || content);

-- Adds links for these entries to a chain that no other transaction is writing; the chain is theirs until the commit. If
-- all are taken, a new one begins: nobody ever waits.
create function link_audit_entries(entries audit_entries[], erased text) returns void
language plpgsql as $$
declare
  head audit_chains;
  entry audit_entries;
  links audit_links[];
  link audit_links;
begin
  if coalesce(cardinality(entries), 0) = 0 then return; end if;
  select * into head from audit_chains order by id limit 1 for update skip locked;
  if not found then insert into audit_chains default values returning * into head; end if;
  foreach entry in array entries loop
    link.chain := head.id;
    link.no := head.no + 1;
    link.entry_id := entry.id;
    link.erased := erased;
    link.salt := gen_random_uuid();
    link.content := audit_content(entry, link.salt);
    link.hash := audit_hash(head.hash, link.chain, link.no, link.entry_id, link.erased, link.content);
    links := links || link;
    head.no := link.no;
    head.hash := link.hash;
  end loop;
  insert into audit_links select * from unnest(links);
  update audit_chains set no = head.no, hash = head.hash where id = head.id;
end
$$;

create function chain_audit_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform link_audit_entries((select array_agg(row(a.*)::audit_entries order by a.id) from added a), null);
  return null;
end
$$;
create trigger chain_audit_entries after insert on audit_entries referencing new table as added
  for each statement execute function chain_audit_entries();

-- Only an erasure changes entries, and it only takes away what names a person. Each change is a link of its own.
create function chain_audit_erasure() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person text := nullif(current_setting('app.erased', true), '');
begin
  if not exists (select from erased_entries) then return null; end if;
  if person is null then
    raise exception 'Entries of the audit log are never changed' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from erased_entries n join kept_entries o using (id)
    where (n.at, n.actor_type, n.actor_id, n.act, n.clinic_id, n.resident_id, n.device_id)
        is distinct from (o.at, o.actor_type, o.actor_id, o.act, o.clinic_id, o.resident_id, o.device_id)
      or n.actor_name not in (o.actor_name, 'Erased', '') or coalesce(n.address <> o.address, n.address is not null)
  ) then
    raise exception 'An erasure takes only personal data out of the audit log' using errcode = 'insufficient_privilege';
  end if;
  update audit_links l set salt = null from erased_entries n where l.entry_id = n.id and l.salt is not null;
  perform link_audit_entries((select array_agg(row(n.*)::audit_entries order by n.id) from erased_entries n), person);
  return null;
end
$$;
create trigger chain_audit_erasure after update on audit_entries
  referencing old table as kept_entries new table as erased_entries
  for each statement execute function chain_audit_erasure();

create function keep_audit_entries() returns trigger
language plpgsql as $$
begin
  raise exception 'Entries of the audit log are never deleted' using errcode = 'insufficient_privilege';
end
$$;
create trigger keep_audit_entries before delete or truncate on audit_entries
  for each statement execute function keep_audit_entries();

-- Entries of versions before the chains are the first of them; some thousand at a time, because a log may be large.
do $$
declare
  last_id bigint := 0;
  batch audit_entries[];
begin
  if exists (select from audit_chains) then return; end if;
  loop
    select array_agg(row(a.*)::audit_entries order by a.id) into batch
    from (select * from audit_entries where id > last_id order by id limit 10000) a;
    exit when batch is null;
    perform link_audit_entries(batch, null);
    last_id := (batch[cardinality(batch)]).id;
  end loop;
end
$$;
