-- A backup or a long download holds the tables of readings; whoever waited behind it to change them would stop all
-- ingest. It is tried again: partitions reach days ahead.
alter function keep_partitions(date, date, date, date) set lock_timeout = '2s';

-- Whether who acts has such an entry of late. They need not see the log for that.
create function has_own_entry(of_act text, minutes integer) returns boolean
  language sql stable security definer set search_path = public
  return exists (
    select from audit_entries
    where actor_id = scope_user() and act = of_act and at > now() - make_interval(mins => minutes)
  );
revoke all on function has_own_entry from public;
grant execute on function has_own_entry to eupnea_app;
