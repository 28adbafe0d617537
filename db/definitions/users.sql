-- Only identity changes people, what groups they are in, and which clinics they have (user_clinics, below).
grant select, insert, update, delete on users to eupnea_identity;
grant select on users to eupnea_requests, eupnea_work;
alter table users enable row level security;
-- Before anyone has signed in there is no scope, and every address has one account.
create policy users_identity on users to eupnea_identity using (true);

grant select, insert, update, delete on user_clinics to eupnea_identity;
grant select on user_clinics to eupnea_requests, eupnea_work;
alter table user_clinics enable row level security;
create policy user_clinics_identity on user_clinics to eupnea_identity using (true);
create policy user_clinics_scope on user_clinics for select to eupnea_requests, eupnea_work
  using ((select scope_all()) or user_id = (select scope_user()) or clinic_id = any ((select scope_clinics())::text[]));

-- Where somebody has anything to do: Superadmins at every facility, others at those that are theirs.
create function clinics_of(someone text) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if exists (select from users where id = someone and groups && array['sa', 'superadmin-feature']) then
    return array(select id from clinics);
  end if;
  return array(select clinic_id from user_clinics where user_id = someone);
end
$$;
