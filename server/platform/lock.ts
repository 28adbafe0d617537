import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Whoever asks for the lock of this name next waits until this transaction ends. */
export async function lock(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
