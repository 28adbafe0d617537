import pg from 'pg'
import type { Connection } from '../../server/platform/database.ts'

/**
 * The schema of a database as one fact per line, covering everything that migrations create, so that two databases can
 * be compared. Partitions are left out, because they depend on the date. PostgreSQL itself prints the texts of
 * policies, defaults and views, so they are formatted alike.
 */
const facts = `
  with objects as (
    select c.oid, c.relname, c.relkind, c.relacl, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.relowner
    from pg_class c where c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select concat_ws(' ', 'relation', relkind, relname, reloptions::text, relrowsecurity, relforcerowsecurity,
      relowner::regrole) as fact from objects where relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select concat_ws(' ', 'grant on', o.relname, coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), a.privilege_type)
    from objects o, aclexplode(o.relacl) a
  union all
  select concat_ws(' ', 'grant on', o.relname, c.attname, a.grantee::regrole, a.privilege_type)
    from objects o join pg_attribute c on c.attrelid = o.oid, aclexplode(c.attacl) a
  union all
  select concat_ws(' ', 'column', o.relname, row_number() over (partition by o.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid), nullif(a.attcollation, 0)::regcollation, a.attstorage)
    from objects o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where o.relkind in ('r', 'p', 'v', 'm')
  union all
  select concat_ws(' ', 'constraint', o.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from objects o join pg_constraint k on k.conrelid = o.oid
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid)
    from objects o join pg_index i on i.indrelid = o.oid
  union all
  select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from objects where relkind in ('v', 'm')
  union all
  select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname = 'public'
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
    from objects o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(p.oid), p.proacl, p.proowner::regrole)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select concat_ws(' ', 'collation', collname, collprovider, colllocale)
    from pg_collation where collnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'type', typname, typtype) from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
      and not exists (select from pg_depend d where d.objid = pg_type.oid and d.deptype = 'e')
  union all
  select concat_ws(' ', 'extension', extname, extversion) from pg_extension
  union all
  select concat_ws(' ', 'grant on schema public', a.grantee::regrole, a.privilege_type)
    from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public' and a.grantee <> 0
  order by 1`

export async function readCatalog(connection: Connection): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<{ fact: string }>(facts)).rows.map(({ fact }) => fact)
  } finally {
    await client.end()
  }
}
