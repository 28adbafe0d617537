-- Entries can be added and read, but never changed or deleted, whatever the portal's code does (AP-5).
grant select, insert on audit_entries to eupnea_app;
alter table audit_entries enable row level security;
create policy audit_insert on audit_entries for insert with check (true);
create policy audit_select on audit_entries for select using ((select scope_all()));

-- Whether the caller has a recent entry of this act. For that they need not see the log.
create function has_own_entry(of_act text, of_clinic text, minutes integer) returns boolean
  language sql stable security definer set search_path = public
  return exists (
    select from audit_entries
    where actor_id = scope_user() and act = of_act and clinic_id is not distinct from of_clinic and at > now() - make_interval(mins => minutes)
  );
revoke all on function has_own_entry from public;
grant execute on function has_own_entry to eupnea_app;
