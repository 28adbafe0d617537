grant select, insert, update, delete on push_subscriptions to eupnea_work;
-- Not the keys and addresses, with which anybody could send to a browser.
grant select (id, user_id, session_id, user_agent, created_at, last_success_at, refused_at) on push_subscriptions to eupnea_requests;
alter table push_subscriptions enable row level security;
create policy push_subscriptions_scope on push_subscriptions
  using ((select scope_all()) or user_id = (select scope_user()));

-- Whether a person can be told by push, as far as push services have said: who puts a colleague on duty must know, and sees nothing else.
create function has_push(person text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from push_subscriptions where user_id = person and refused_at is null)
$$;

-- A browser tells whoever uses it now: what others had there ends. Its address is known to that browser alone.
create function leave_endpoint(address text, person text) returns void
language sql security definer set search_path = public, pg_temp as $$
  -- Two who use it at the same moment have it one after the other.
  select pg_advisory_xact_lock(hashtextextended('push ' || address, 0));
  delete from push_subscriptions where endpoint = address and user_id <> person
$$;

-- A session that ends before its time was signed out, by the person or for them: the browser isn't told any more.
create function end_push_of_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscriptions where session_id = old.id;
  return null;
end
$$;
create trigger end_push_of_session after delete on sessions
  for each row when (old.expires_at > now()) execute function end_push_of_session();

create function end_push_of_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscriptions where user_id = new.id;
  return null;
end
$$;
create trigger end_push_of_user after update of status on users
  for each row when (new.status <> 1) execute function end_push_of_user();

grant execute on function has_push to eupnea_requests, eupnea_work;
grant execute on function leave_endpoint to eupnea_work;
