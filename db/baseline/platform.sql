-- The role that the portal works as. All databases of a server share it, so it may already exist.
do $$
begin
  if not exists (select from pg_roles where rolname = 'eupnea_app') then
    create role eupnea_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another node has just created it
end
$$;

do $$
begin
  execute format('grant eupnea_app to %I', current_user);
end
$$;

grant usage on schema public to eupnea_app;

-- Trigram indexes keep the search through 100,000 users fast.
create extension if not exists pg_trgm;

-- Sorts the way people look for names: House 9 before House 10, Ö next to O.
create collation numeric_order (provider = icu, locale = 'und-u-kn-true');

-- Text as it is searched: without case and accents, because a keyboard may have no ë. Plain ASCII, which most names
-- are, only needs lower case. It is part of the baseline because indexes use it.
create function fold(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = length($1) then lower($1)
    else regexp_replace(lower(normalize($1, nfd)), '[\u0300-\u036f]', '', 'g') end;

-- What every node must agree on.
create table settings (
  name text primary key,
  value text not null
);
insert into settings (name, value) values ('secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
