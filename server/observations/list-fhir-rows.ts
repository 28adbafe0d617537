import type { FhirBundle, FhirSearch } from '@eupnea/contract/observations.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type RowType, rowResources } from './row-resources.ts'
import { baseOf, bundleOf, type FhirParts, openPage } from './search-page.ts'
import { searchRows } from './search-rows.ts'
import { criteriaOf } from './search-values.ts'

/**
 * Searches patients, facilities, rooms or sensors in the caller's scope, as FHIR has it (EH-2, FH-1).
 * @param isHidden the parameters came as a form: no link shows them
 * @throws 400
 */
export const listFhirRows =
  (parts: FhirParts, type: RowType, isHidden = false) =>
  async ({ ctx, input }: { ctx: Ctx; input: FhirSearch }): Promise<FhirBundle> => {
    const page = openPage(parts, type, input, isHidden)
    const { kind, shape, listAct } = rowResources[type]
    const base = baseOf(parts)
    const { rows, next, total } = await searchRows<{ clinic_id: string }>(ctx, kind, page, base)
    await recordAuditOfRows(ctx, rows, {
      act: listAct,
      clinic_id: undefined,
      // What was searched for may be a name.
      detail: { by: criteriaOf(page.search).map(([name]) => name), shown: rows.length },
    })
    return bundleOf(parts, page, { resources: rows.map((row) => shape(row, base)), total, next })
  }
