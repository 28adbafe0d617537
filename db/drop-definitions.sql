-- Drops everything that db/definitions creates: triggers, policies, views, functions and the grants on tables. Runs before
-- table migrations and before the definitions are created again, so that neither meets something older.
-- A function that a table needs, such as fold() in an index, belongs to the baseline and stays.
do $$
declare
  -- whoever created the database's tables, and the present user
  owners oid[] := array(select relowner from pg_class where oid = 'migrations'::regclass
    union select oid from pg_roles where rolname = current_user);
  statement text;
  is_done boolean;
begin
  for statement in
    select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and c.relowner = any (owners) and not t.tgisinternal and t.tgparentid = 0
    union all
    select format('drop policy %I on %s', p.polname, p.polrelid::regclass)
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and c.relowner = any (owners)
    union all
    select format('alter table %s disable row level security', c.oid::regclass)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relowner = any (owners) and c.relrowsecurity
    union all
    select format('revoke all on %s from %I', c.oid::regclass, r.rolname)
    from pg_class c join pg_roles r on r.rolname like 'eupnea\_%'
    where c.relnamespace = 'public'::regnamespace and c.relowner = any (owners) and c.relkind in ('r', 'p')
      and not c.relispartition
  loop
    execute statement;
  end loop;

  -- Again and again, because they depend on each other, until nothing more can be dropped.
  loop
    is_done := true;
    for statement in
      select format('drop view %s', c.oid::regclass)
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relowner = any (owners) and c.relkind = 'v'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      union all
      select format('drop function %s', p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proowner = any (owners) and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
      begin
        execute statement;
        is_done := false;
      exception when dependent_objects_still_exist then null;
      end;
    end loop;
    exit when is_done;
  end loop;
end
$$;
