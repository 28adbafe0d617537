import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type RowType, rowResources } from './row-resources.ts'
import { selectRow } from './rows.sql.ts'
import { baseOf, type FhirParts } from './search-page.ts'

/**
 * A patient, facility, room or sensor by its id (EH-2, FH-1).
 * @param key of the input that holds the id
 * @throws 404
 */
export const readFhirRow =
  <const K extends string>(parts: FhirParts, type: RowType, key: K) =>
  async ({ ctx, input }: { ctx: Ctx; input: Record<K, string> }) => {
    const { kind, shape, readAct, noun } = rowResources[type]
    const row = await selectRow<{ clinic_id: string; resident_id?: string; device_id?: string }>(ctx, kind, input[key])
    if (!row) throw notFound(noun)
    const { clinic_id, resident_id, device_id } = row
    await recordAudit(ctx, { act: readAct, clinic_id, resident_id, device_id })
    return { ...shape(row, baseOf(parts)) }
  }
