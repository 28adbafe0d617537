grant select, insert, update, delete on medical_groups, medical_group_clinics to eupnea_requests, eupnea_work;

alter table medical_group_clinics enable row level security;
create policy medical_group_clinics_scope on medical_group_clinics
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Whoever sees one of its clinics sees the group. A group without clinics is visible only in the scope of everything.
alter table medical_groups enable row level security;
create policy medical_groups_scope on medical_groups
  using ((select scope_all()) or id in (select medical_group_id from medical_group_clinics));

-- Clinics as this noun shows them.
create view grouped_clinics with (security_invoker = true) as
  select c.id, c.name, c.tz,
    array(
      select json_build_object('medical_group_id', g.id, 'name', g.name)
      from medical_group_clinics m join medical_groups g on g.id = m.medical_group_id
      where m.clinic_id = c.id order by lower(g.name)
    ) as medical_groups
  from clinics c;
