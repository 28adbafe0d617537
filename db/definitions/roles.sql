-- What all roles of the portal have in common (docs/decisions/0036-roles.md). Tables, and functions that run as their
-- owner, are granted one by one, by the noun's file; nothing is granted to everybody.
do $$
declare
  statement text;
begin
  for statement in
    select format('revoke all on function %s from public', p.oid::regprocedure)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    -- They can do no more than whoever calls them.
    select format('grant execute on function %s to eupnea_requests, eupnea_identity, eupnea_work', p.oid::regprocedure)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.prosecdef
      and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    -- Views work with the rights of whoever reads them.
    select format('grant select on %s to eupnea_requests, eupnea_identity, eupnea_work', c.oid::regclass)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and c.reloptions @> '{security_invoker=true}'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end
$$;
revoke create on schema public from public;
grant usage on schema public to eupnea_requests, eupnea_identity, eupnea_work;
-- So that a node notices when another version has changed the database.
grant select (name, applied_at) on migrations to eupnea_work;
-- Only the functions that write them.
revoke all on function audit_content, audit_hash, link_audit_entries
  from eupnea_requests, eupnea_identity, eupnea_work;
