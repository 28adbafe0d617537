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

-- Where somebody has anything to do: Superadmins at every facility, others at those that are theirs. Nowhere for members,
-- who care for nobody, and for users who are disabled or deleted.
create function clinics_of(someone text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select c.id from clinics c join users u on u.id = someone
    where u.status = 1 and u.groups <> '{member}'
      and (u.groups && array['sa', 'superadmin-feature']
        or c.id in (select clinic_id from user_clinics where user_id = someone))
  )
$$;
grant execute on function clinics_of to eupnea_identity;

-- Whether somebody belongs to a facility. Whoever takes that away waits until the transaction ends, and then finds what it
-- has made (end_elsewhere).
create function hold_right(someone text, clinic text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users where id = someone for share;
  return clinic = any (clinics_of(someone));
end
$$;
grant execute on function hold_right to eupnea_requests;

-- Ends what people have at facilities with which they have nothing to do any more.
create function end_elsewhere() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  someone text := to_jsonb(old) ->> case tg_table_name when 'users' then 'id' else 'user_id' end;
  theirs text[] := case tg_when when 'BEFORE' then '{}' else clinics_of(someone) end;
begin
  perform end_duties(someone, theirs);
  perform end_links(someone, theirs);
  return old;
end
$$;
-- Before: afterwards a duty no longer says whose it was.
create trigger end_all_of_deleted before delete on users for each row execute function end_elsewhere();
-- With the commit: whoever is removed and given back in one transaction keeps what they have.
create constraint trigger end_elsewhere_of_changed after update of status, groups on users deferrable initially deferred
  for each row when (new.status <> old.status or new.groups <> old.groups) execute function end_elsewhere();
create constraint trigger end_elsewhere_of_former after delete on user_clinics deferrable initially deferred
  for each row execute function end_elsewhere();
