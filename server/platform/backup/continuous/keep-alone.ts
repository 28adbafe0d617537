import type pg from 'pg'
import { createClient } from '../../database.ts'
import type { BackupKeeping } from './keep-changes.ts'

/** Two backups of one database would take each other's log away, and copy the whole of it again and again. */
export interface Aloneness {
  /** @throws Error while another process keeps a backup of this database, wherever it does */
  hold(): Promise<void>
  end(): Promise<void>
}

/** The database frees the lock with the session, however that ends. */
export function keepAlone({ connection }: Pick<BackupKeeping, 'connection'>): Aloneness {
  let holder: pg.Client | undefined
  return {
    async hold() {
      if (holder) return
      const client = createClient(connection(), { application_name: 'eupnea-backup' })
      client.once('end', () => {
        holder = undefined
      })
      try {
        await client.connect()
        const { rows } = await client.query<{ isAlone: boolean }>(
          `select pg_try_advisory_lock(hashtext('eupnea_backup')) as "isAlone"`,
        )
        if (!rows[0]!.isAlone)
          throw new Error('Another process keeps a backup of this database, and only one may. Stop one of them')
        holder = client
      } catch (error) {
        await client.end()
        throw error
      }
    },
    async end() {
      await holder?.end()
    },
  }
}
