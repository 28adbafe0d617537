grant select, update on directory_settings to eupnea_app;
grant select, insert, update, delete on directory_rules, directory_people, directory_groups, directory_group_members,
  directory_sessions, directory_attempts, directory_logouts, directory_clients to eupnea_app;

-- Only the administration and the portal itself see who comes from the directory.
alter table directory_people enable row level security;
create policy directory_people_scope on directory_people using ((select scope_all()));
alter table directory_group_members enable row level security;
create policy directory_group_members_scope on directory_group_members using ((select scope_all()));

-- Asked while somebody signs in, before there is a scope.
create function is_directory_only(person text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from directory_people p, directory_settings s where p.user_id = person and s.is_local_off)
$$;
create function is_local_sign_in_off() returns boolean
language sql stable security definer set search_path = public as $$
  select is_local_off from directory_settings
$$;
create function is_of_directory(person text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from directory_people where user_id = person)
$$;
