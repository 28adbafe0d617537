grant select, update on directory_settings to eupnea_identity;
grant select, insert, update, delete on directory_rules, directory_people, directory_groups, directory_group_members,
  directory_sessions, directory_attempts, directory_logouts, directory_clients to eupnea_identity;
-- Only identity knows tokens, sign-ins on their way and who may send people.
alter table directory_settings enable row level security;
create policy directory_settings_identity on directory_settings to eupnea_identity using (true);
alter table directory_rules enable row level security;
create policy directory_rules_identity on directory_rules to eupnea_identity using (true);
alter table directory_groups enable row level security;
create policy directory_groups_identity on directory_groups to eupnea_identity using (true);
alter table directory_sessions enable row level security;
create policy directory_sessions_identity on directory_sessions to eupnea_identity using (true);
alter table directory_attempts enable row level security;
create policy directory_attempts_identity on directory_attempts to eupnea_identity using (true);
alter table directory_logouts enable row level security;
create policy directory_logouts_identity on directory_logouts to eupnea_identity using (true);
alter table directory_clients enable row level security;
create policy directory_clients_identity on directory_clients to eupnea_identity using (true);

-- Only the administration and the portal itself see who comes from the directory.
alter table directory_people enable row level security;
create policy directory_people_scope on directory_people using ((select scope_all()));
alter table directory_group_members enable row level security;
create policy directory_group_members_scope on directory_group_members using ((select scope_all()));

-- Asked while somebody signs in, before there is a scope.
create function is_directory_only(person text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from directory_people p, directory_settings s where p.user_id = person and s.is_local_off)
$$;
create function is_local_sign_in_off() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select is_local_off from directory_settings
$$;
create function is_of_directory(person text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from directory_people where user_id = person)
$$;
grant execute on function is_directory_only, is_local_sign_in_off, is_of_directory to eupnea_identity;

-- An account that a person here enables is no longer one that the directory disabled: it mustn't undo what people do here
-- after that.
create function forget_barred() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update directory_people set is_barred = false where user_id = new.id and is_barred;
  return null;
end
$$;
create trigger forget_barred after update of status on users
  for each row when (new.status = 1 and old.status <> 1) execute function forget_barred();
