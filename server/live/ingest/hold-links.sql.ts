import type { Statements } from './statements.ts'

interface Linked {
  readonly residentId: string
  readonly deviceId: string
}

/**
 * Residents who have left meanwhile get no episode: nothing would end it.
 * @returns the episodes of those who are there, and can't leave before the commit
 */
export async function holdLinks<T extends Linked>(client: Statements, raised: readonly T[]): Promise<readonly T[]> {
  if (raised.length === 0) return raised
  const { rows } = await client.query<{ nth: number }>(
    `select nth::int from unnest($1::text[], $2::text[]) with ordinality r (resident_id, device_id, nth)
     where hold_link(resident_id, device_id)`,
    [raised.map(({ residentId }) => residentId), raised.map(({ deviceId }) => deviceId)],
  )
  return rows.map(({ nth }) => raised[nth - 1]!)
}
