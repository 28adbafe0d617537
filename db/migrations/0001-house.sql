-- The role the portal works as, the scope that row-level security reads, and the audit log.
-- The role is shared by every database of a server, so it may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'eupnea_app') then
    create role eupnea_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- made meanwhile by another node
end
$$;

do $$
begin
  execute format('grant eupnea_app to %I', current_user);
end
$$;

grant usage on schema public to eupnea_app;

-- A transaction says once what its actor may see (server/platform/scope.ts): everything, or a list of facilities.
create function scope_all() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') = 'all';

create function scope_clinics() returns text[]
  language sql stable parallel safe
  return string_to_array(coalesce(current_setting('app.clinics', true), ''), ',');

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('user', 'device', 'job', 'link', 'anonymous')),
  actor_id text not null,
  actor_name text not null,
  act text not null,
  clinic_id text,
  resident_id text,
  device_id text,
  detail jsonb not null default '{}',
  address text,
  request_id text
);
create index on audit_entries (at);
create index on audit_entries (resident_id, at) where resident_id is not null;
create index on audit_entries (actor_id, at);

-- Entries can be added and read, never changed or removed, whatever the portal's code says (AP-5).
grant select, insert on audit_entries to eupnea_app;
alter table audit_entries enable row level security;
create policy audit_insert on audit_entries for insert with check (true);
create policy audit_select on audit_entries for select using ((select scope_all()));
