-- Groups of facilities under one practice; a facility may belong to several (MG-1).
create table medical_groups (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index on medical_groups (lower(name));

create table medical_group_clinics (
  medical_group_id text not null references medical_groups on delete cascade,
  clinic_id text not null references clinics on delete cascade,
  primary key (medical_group_id, clinic_id)
);
create index on medical_group_clinics (clinic_id);

grant select, insert, update, delete on medical_groups, medical_group_clinics to eupnea_app;

alter table medical_group_clinics enable row level security;
create policy medical_group_clinics_scope on medical_group_clinics
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- A group is seen by who sees one of its facilities; a group without any only with everything in sight.
alter table medical_groups enable row level security;
create policy medical_groups_scope on medical_groups
  using ((select scope_all()) or id in (select medical_group_id from medical_group_clinics));

-- Facilities as this noun shows them.
create view grouped_clinics with (security_invoker = true) as
  select c.id, c.name, c.tz,
    array(
      select json_build_object('medical_group_id', g.id, 'name', g.name)
      from medical_group_clinics m join medical_groups g on g.id = m.medical_group_id
      where m.clinic_id = c.id order by lower(g.name)
    ) as medical_groups
  from clinics c;
grant select on grouped_clinics to eupnea_app;
