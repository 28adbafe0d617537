grant select, insert, update, delete on report_links, daily_reports to eupnea_requests, eupnea_work;
grant select, insert, update, delete on report_passwords to eupnea_work;
alter table report_links enable row level security;
create policy report_links_scope on report_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table daily_reports enable row level security;
create policy daily_reports_scope on daily_reports
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table report_passwords enable row level security;
create policy report_passwords_scope on report_passwords
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Residents in the reports of a clinic. Rooms and floors sort naturally: 9 before 10.
create view report_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room collate numeric_order as room,
    floor collate numeric_order as floor, status
  from residents;

-- Who may receive a report of all residents: those who may read it. Members also have a clinic, but they are themselves
-- residents or belong to one.
create view report_readers with (security_invoker = true) as
  select c.clinic_id, u.id as user_id, u.name, u.email
  from users u join user_clinics c on c.user_id = u.id
  where u.status = 1 and u.groups <> '{member}'
    and ((select scope_all()) or c.clinic_id = any ((select scope_clinics())::text[]));

-- When a resident's respiration left the usual range, for reports about them (RP-6).
create view resident_episodes with (security_invoker = true) as
  select clinic_id, resident_id, raised_at from episodes where kind = 'episode';

-- Links to reports end when whoever made them has nothing to do with the facility any more (end_elsewhere).
create function end_links(of_user text, but_in text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update report_links set revoked_at = now()
  where creator_id = of_user and revoked_at is null and expires_at > now() and clinic_id <> all (but_in)
$$;
