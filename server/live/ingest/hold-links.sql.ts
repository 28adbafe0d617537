import type { Statements } from './effects.sql.ts'

interface Linked {
  readonly residentId: string
  readonly deviceId: string
}

/** Who has left meanwhile gets no episode: nothing would end it. @returns those of who is there, who stay until the commit */
export async function holdLinks<T extends Linked>(client: Statements, raised: readonly T[]): Promise<readonly T[]> {
  if (raised.length === 0) return raised
  const { rows } = await client.query<{ nth: number }>(
    `select nth::int from unnest($1::text[], $2::text[]) with ordinality r (resident_id, device_id, nth)
     where hold_link(resident_id, device_id)`,
    [raised.map(({ residentId }) => residentId), raised.map(({ deviceId }) => deviceId)],
  )
  return rows.map(({ nth }) => raised[nth - 1]!)
}
