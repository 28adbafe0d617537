grant select, insert, update, delete on ehr_links, ehr_runs, ehr_rows to eupnea_requests, eupnea_work;
-- With the sealed credentials.
grant select, insert, update, delete on ehr_connections to eupnea_work;
alter table ehr_connections enable row level security;
create policy ehr_connections_scope on ehr_connections
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_links enable row level security;
create policy ehr_links_scope on ehr_links
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_runs enable row level security;
create policy ehr_runs_scope on ehr_runs
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));
alter table ehr_rows enable row level security;
create policy ehr_rows_scope on ehr_rows
  using ((select scope_all()) or clinic_id = any ((select scope_clinics())::text[]));

-- Residents that an import may match.
create view importable_residents with (security_invoker = true) as
  select id as resident_id, clinic_id, first_name, last_name, room, floor, status, dob, gender, mr_no,
    date_of_admission, updated_at
  from residents;

-- Facilities of whose scheduled imports none was settled for hours, because they fail, or wait for a person, or don't
-- run; and when the last began that was. One that nobody confirmed and that has made way for the next left rows unseen.
create view stale_imports with (security_invoker = true) as
  select e.clinic_id, coalesce(g.started_at, e.updated_at) as since
  from ehr_connections e
  left join lateral (
    select r.started_at from ehr_runs r
    where r.clinic_id = e.clinic_id and r.state in ('applying', 'done') and coalesce((r.counts ->> 'looked_at')::int4 >= (
      select sum(k.value::int4) from jsonb_each_text(r.counts -> 'kinds') k
      where k.key in ('create', 'update', 'discharge', 'ask')
    ), true)
    order by r.started_at desc limit 1
  ) g on true
  where e.schedule <> 'off'
    and greatest(g.started_at, e.updated_at)
      < now() - case e.schedule when 'hourly' then interval '4 hours' else interval '28 hours' end;

-- What an EHR said about a resident: rows that were matched with them, and rows with their id in the EHR.
create function ehr_rows_about(resident text) returns setof ehr_rows
  language sql stable
  begin atomic
    select r.* from ehr_rows r
    where r.resident_id = resident or exists (
      select from ehr_links l join ehr_runs u on u.id = r.run_id
      where l.resident_id = resident and l.clinic_id = r.clinic_id and l.source = u.source
        and l.external_id = r.external_id
    );
  end;
