import { sql } from 'kysely'
import type { Ctx } from './context.ts'

/** Whoever asks for the lock of this name next waits until this transaction ends. */
export async function lock({ db }: Ctx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
