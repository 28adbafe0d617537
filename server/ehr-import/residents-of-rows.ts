import type { Ctx } from '../platform/context.ts'
import { type ImportableRow, selectImportableByIds } from './links.sql.ts'
import type { PreviewRow } from './rows.sql.ts'

/** Residents and candidates of the rows, by id. */
export async function residentsOfRows(
  ctx: Ctx,
  clinic_id: string,
  rows: readonly PreviewRow[],
): Promise<Map<string, ImportableRow>> {
  const ids = rows.flatMap(({ resident_id, candidates }) => [...(resident_id ? [resident_id] : []), ...candidates])
  const residents = await selectImportableByIds(ctx, clinic_id, [...new Set(ids)])
  return new Map(residents.map((resident) => [resident.resident_id, resident]))
}
