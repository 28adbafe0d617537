-- Members, whom they are shared with, and requests about a person's data.

-- Who calls, beside the facilities of the scope: rows of persons are theirs (docs/decisions/0011-members.md).
create function scope_user() returns text
  language sql stable parallel safe
  return nullif(current_setting('app.user', true), '');

-- Whose nights a member sees: a resident's, whichever devices measured them. Set by the administration alone.
create table member_links (
  user_id text primary key references users on delete cascade,
  resident_id text not null references residents on delete cascade,
  linked_at timestamptz not null default now()
);
create index on member_links (resident_id);

-- Which providers see a member. admin: assigned, may act; coach: shared with, reads only.
create table member_providers (
  member_id text not null references users on delete cascade,
  provider_id text not null references users on delete cascade,
  kind text not null check (kind in ('admin', 'coach')),
  linked_at timestamptz not null default now(),
  primary key (member_id, provider_id)
);
create index on member_providers (provider_id, kind);

-- Invitations that wait for the member's answer. What the provider typed is theirs; the account's own names are not.
create table member_invitations (
  provider_id text not null references users on delete cascade,
  member_id text not null references users on delete cascade,
  email text not null,
  first_name text not null,
  last_name text not null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (provider_id, member_id)
);
create index on member_invitations (member_id);

grant select, insert, update, delete on member_links, member_providers, member_invitations to eupnea_app;

-- The members that the caller sees without seeing everything: themselves, and those linked to them. Runs as the owner,
-- for the policies below ask it about the table that they guard.
create function scope_members() returns text[]
  language sql stable security definer set search_path = public
  begin atomic
    select coalesce(array_agg(id), '{}') from (
      select scope_user() as id where scope_user() is not null
      union select member_id from member_providers where provider_id = scope_user()
    ) own;
  end;

alter table member_links enable row level security;
create policy member_links_scope on member_links
  using ((select scope_all()) or user_id = any ((select scope_members())::text[]));
alter table member_providers enable row level security;
create policy member_providers_scope on member_providers
  using ((select scope_all()) or member_id = any ((select scope_members())::text[]));
alter table member_invitations enable row level security;
create policy member_invitations_scope on member_invitations
  using ((select scope_all()) or provider_id = (select scope_user()) or member_id = (select scope_user()));

create view members_in_sight with (security_invoker = true) as
  select id as user_id, user_type, first_name, last_name, email, status, created_at
  from users
  where user_type in ('member', 'home_health_patient')
    and ((select scope_all()) or id = any ((select scope_members())::text[]));

create view member_provider_names with (security_invoker = true) as
  select p.member_id, p.provider_id, p.kind, p.linked_at, u.name, u.email
  from member_providers p join users u on u.id = p.provider_id;

create view member_invitation_names with (security_invoker = true) as
  select i.*, u.name as provider_name, u.email as provider_email
  from member_invitations i join users u on u.id = i.provider_id;

-- Persons have no facility: neither members nor their providers see a resident, a device or a minute by row-level
-- security. What they may know comes from the three functions below and from nowhere else. They run as the owner, take
-- a member's id, never a resident's, and answer nothing about a member whom the caller does not see.
create function sees_member(member text) returns boolean
  language sql stable
  return scope_all() or member = any (scope_members());

create function member_places(members text[])
returns table (user_id text, resident_id text, resident_status smallint, clinic_id text, clinic_name text, tz text,
  device_id text, online boolean, first_since timestamptz)
language sql stable security definer set search_path = public
begin atomic
  select l.user_id, r.id, r.status, c.id, c.name, c.tz, a.device_id, coalesce(p.online, false),
    (select min(f.since) from device_assignments f where f.resident_id = r.id)
  from member_links l
  join residents r on r.id = l.resident_id
  join clinics c on c.id = r.clinic_id
  left join device_assignments a on a.resident_id = r.id and a.until is null
  left join devices d on d.id = a.device_id
  left join presence p on p.device_no = d.no
  where l.user_id = any (members) and sees_member(l.user_id);
end;

-- What the minutes of a member add up to between two instants; idx counts what was asked from 1. Planned each time, so
-- that only the partitions of the asked days are looked at.
create function member_sums(members text[], sinces timestamptz[], untils timestamptz[])
returns table (idx bigint, n bigint, n_rr bigint, sum_rr double precision, min_rr real, max_rr real, n_in_bed bigint)
language plpgsql stable security definer set search_path = public as $$
declare
  idxs bigint[];
  device_nos integer[];
  starts timestamptz[];
  ends timestamptz[];
begin
  select array_agg(asked.idx), array_agg(s.device_no), array_agg(greatest(s.first_minute, asked.since)),
    array_agg(least(s.end_minute, asked.until))
  into idxs, device_nos, starts, ends
  from unnest(members, sinces, untils) with ordinality asked(member, since, until, idx)
  join member_links l on l.user_id = asked.member
  join resident_spans s on s.resident_id = l.resident_id
    and s.first_minute < asked.until and (s.end_minute is null or s.end_minute > asked.since)
  where sees_member(asked.member);
  if idxs is null then return; end if;
  return query execute '
    select ($4)[h.span], sum(h.n)::bigint, sum(h.n_rr)::bigint, sum(h.sum_rr), min(h.min_rr), max(h.max_rr),
      sum(h.n_in_bed)::bigint
    from respiration_summary($1, $2, $3) h group by 1' using device_nos, starts, ends, idxs;
end
$$;

create function member_minutes(member text, since timestamptz, until timestamptz)
returns table (at timestamptz, avg double precision, min real, max real)
language plpgsql stable security definer set search_path = public as $$
begin
  if not sees_member(member) then return; end if;
  return query execute '
    select m.minute, m.avg_rr, m.min_rr, m.max_rr
    from member_links l
    join resident_spans s on s.resident_id = l.resident_id
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
      and (s.end_minute is null or m.minute < s.end_minute)
    where l.user_id = $1 and m.minute >= $2 and m.minute < $3
    order by m.minute' using member, since, until;
end
$$;

revoke all on function member_places, member_sums, member_minutes, scope_members from public;
grant select on members_in_sight, member_provider_names, member_invitation_names to eupnea_app;
grant execute on function scope_members, member_places, member_sums, member_minutes to eupnea_app;

-- What people ask about their data, and until when it is due (docs/decisions/0012-erasure.md). No names: they are
-- looked up while there are any.
create table privacy_requests (
  id text primary key default gen_random_uuid()::text,
  kind text not null check (kind in ('export', 'erasure')),
  subject_type text not null check (subject_type in ('user', 'resident')),
  subject_id text not null,
  received_on date not null,
  -- why it takes up to three months
  extension text,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  closed_at timestamptz,
  -- why it was refused
  reason text,
  created_at timestamptz not null default now()
);
create index on privacy_requests (state, received_on);
create index on privacy_requests (subject_id);

grant select, insert, update on privacy_requests to eupnea_app;
alter table privacy_requests enable row level security;
create policy privacy_requests_scope on privacy_requests using ((select scope_all()));

create view privacy_subjects with (security_invoker = true) as
  select 'resident' as subject_type, id as subject_id, first_name || ' ' || last_name as name from residents
  union all
  select 'user', id, name from users where (select scope_all());

-- Every row that hangs on a person by a foreign key, whichever noun's: what is added later is found too. Rows that hold
-- secrets are left out. `target` is users or residents.
create function rows_of_person(target text, person text) returns table (kept_in text, kept jsonb)
language plpgsql stable set search_path = public as $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass::text as tab, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target::regclass and array_length(c.conkey, 1) = 1
      and c.conrelid::regclass::text not in ('sessions', 'accounts', 'codes', 'users')
    order by 1, 2
  loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.%I = $1', found.tab, found.tab, found.col)
      using person;
  end loop;
end
$$;

-- What the minutes of a resident say, for a copy of their data.
create view privacy_minutes with (security_invoker = true) as
  select resident_id, minute, sum_rr / nullif(n_rr, 0) as rr_avg, min_rr, max_rr, sum_dist / nullif(n_dist, 0) as dist_avg,
    n_presence * 2 >= n as in_bed
  from resident_minutes;

-- Takes a user's name out of what outlives their record; the record itself goes after it. Entries of the audit log
-- stay, with the id of who acted: this is the one way in which they are ever changed. Mentions of an e-mail address are
-- found in every text there is, also of nouns that are added later; a column `x_name` beside `x_by` and a `created_by`
-- that was written in the same transaction as an entry of that user are theirs.
create function erase_user_traces(erased text) returns void
language plpgsql security definer set search_path = public as $$
declare
  emails text[];
  contacts text[];
  address text;
  pattern text;
  found record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  select array_agg(distinct e) into emails from (
    select email as e from users where id = erased
    union select actor_name from audit_entries where actor_type = 'user' and actor_id = erased and actor_name like '%_@_%'
  ) known;
  select array_agg(contact) into contacts from users where id = erased and contact is not null;
  delete from outbox_messages where recipient = any (emails) or recipient = any (contacts);
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
    execute format('update %I t set created_by = ''Erased'' from audit_entries a
      where a.actor_type = ''user'' and a.actor_id = $1 and a.at = t.created_at', found.tab) using erased;
  end loop;
  foreach address in array coalesce(emails, '{}') loop
    pattern := regexp_replace(address, '([^a-zA-Z0-9@])', '\\\1', 'g');
    for found in
      select c.oid::regclass::text as tab, a.attname as col, format_type(a.atttypid, null) as kind
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
        and c.relname not in ('users', 'sessions', 'accounts', 'verifications', 'codes', 'migrations')
    loop
      if found.kind = 'text[]' then
        execute format('update %I set %I = array_remove(%I, $1) where $1 = any (%I)', found.tab, found.col, found.col,
          found.col) using address;
      else
        execute format('update %I set %I = regexp_replace(%I::text, $2, ''Erased'', ''gi'')::%s
          where strpos(lower(%I::text), $1) > 0', found.tab, found.col, found.col, found.kind, found.col)
          using address, pattern;
      end if;
    end loop;
  end loop;
  update audit_entries set actor_name = '', address = null where actor_type = 'user' and actor_id = erased;
  update audit_entries set address = null where detail ->> 'user_id' = erased and actor_type = 'anonymous';
end
$$;

-- Takes away a resident who has left, and all that was measured of them; the audit log keeps the id. False: there is
-- none, or they are still in the facility or under a device. Rows of other nouns go by their foreign keys.
create function erase_resident(erased text) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  full_name text;
  span record;
begin
  if not scope_all() then raise exception 'Not in scope' using errcode = 'insufficient_privilege'; end if;
  select lower(first_name || ' ' || last_name) into full_name from residents
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
  delete from outbox_messages where strpos(lower(subject || ' ' || coalesce(body, '')), full_name) > 0;
  update files set state = 'removed', name = '', changed_at = now() where resident_id = erased;
  delete from residents where id = erased;
  return true;
end
$$;

revoke all on function erase_user_traces, erase_resident from public;
grant select on privacy_subjects, privacy_minutes to eupnea_app;
grant execute on function rows_of_person, erase_user_traces, erase_resident to eupnea_app;
