import type pg from 'pg'

/** The secret that every node signs with; created with the database. */
export async function readSecret(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(`select value from settings where name = 'secret'`)
  const secret = rows[0]?.value
  if (!secret) throw new Error('The database has no secret: was a table changed by hand?')
  return secret
}
