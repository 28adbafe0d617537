import type pg from 'pg'
import type { Store } from '../../file-store.ts'

export interface StoredFile {
  readonly store: Store
  readonly id: string
}

/** Files that the database knows. */
export const selectFiles = async (client: pg.Client): Promise<StoredFile[]> =>
  (
    await client.query<StoredFile>(
      `select store, id from files where state = 'kept'
       union all select 'archive', id from archive_files where state = 'current'`,
    )
  ).rows
