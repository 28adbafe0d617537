-- What links members to a Provider ends with the Provider's type, in the same transaction, and does not come back with
-- it. Types of those who look after members; home health patients have a Provider's rights, and yet are members.
create function end_provider_links() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  delete from member_providers where provider_id = new.id;
  delete from member_invitations where provider_id = new.id;
  return null;
end
$$;
create trigger end_provider_links after update of user_type on users
  for each row when (old.user_type <> new.user_type
    and new.user_type not in ('vc-admin', 'cip_users', 'clinical-triage'))
  execute function end_provider_links();

delete from member_providers p using users u
  where u.id = p.provider_id and u.user_type not in ('vc-admin', 'cip_users', 'clinical-triage');
delete from member_invitations i using users u
  where u.id = i.provider_id and u.user_type not in ('vc-admin', 'cip_users', 'clinical-triage');

-- While a Provider is disabled nobody is asked to let them see anything.
create or replace view member_invitation_names with (security_invoker = true) as
  select i.*, u.name as provider_name, u.email as provider_email
  from member_invitations i join users u on u.id = i.provider_id and u.status = 1;
