-- Searching and sorting 100,000 users stays quick (US-2).
create extension if not exists pg_trgm;
-- The names are carried along, so that skipping pages and matching terms too short for trigrams read the index alone.
create index on users (lower(last_name), lower(first_name), id) include (first_name, last_name);
create index on users (created_at, id);
create index on users (last_login nulls first, id);
create index on users (user_type, lower(last_name), lower(first_name), id);
create index on users using gin ((first_name || ' ' || last_name) gin_trgm_ops);
create index on users using gin (email gin_trgm_ops);
create index on users (status);
-- Deleting someone looks for those whom they administer.
create index on users (admin_id) where admin_id is not null;

-- The search of the audit log (AP-5).
create index on audit_entries (act, id);
create index on audit_entries (clinic_id, id) where clinic_id is not null;
create index on audit_entries using gin (actor_name gin_trgm_ops);
create index on audit_entries ((detail ->> 'user_id'), id) where detail ->> 'user_id' is not null;

-- How often which page was opened and what was done, a day at a time; no persons, no addresses (AP-4).
create table tracked_events (
  day date not null,
  name text not null,
  route text not null,
  role text not null,
  count bigint not null,
  primary key (day, name, route, role)
);
grant select, insert, update on tracked_events to eupnea_app;
