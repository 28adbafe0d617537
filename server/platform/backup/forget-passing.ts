import type pg from 'pg'

/**
 * What must not come back with a restored database: sessions that were signed out would be valid again, used codes would
 * work a second time, and nobody knows whether waiting messages went out.
 */
export async function forgetPassing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const isThere = (table: string) => rows.some(({ name }) => name === table)
  for (const name of ['sessions', 'verifications', 'codes', 'live_tokens'])
    if (isThere(name)) await client.query(`delete from ${name}`)
  // The table's name, and its name in version 1.6.0.
  for (const name of ['deliveries', 'outbox_messages'])
    if (isThere(name))
      await client.query(
        `update ${name} set status = 'failed', failure = 'Restored from a backup: it may have been sent'
         where status = 'queued'`,
      )
}
