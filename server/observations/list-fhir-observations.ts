import type { FhirBundle, FhirSearch } from '@eupnea/contract/observations.ts'
import { recordAudits } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { countMinutesOf, findMinutes } from './find-minutes.ts'
import { intersect } from './intervals.ts'
import { type MinuteRow, selectSpans } from './minutes.sql.ts'
import { baseOf, bundleOf, type FhirParts, openPage } from './search-page.ts'
import { criteriaOf } from './search-values.ts'
import { shapeMinutes } from './shape-minutes.ts'
import { askedMinutes } from './wanted-minutes.ts'

/**
 * The respiration rate of residents, minute by minute, for an EHR to read (EH-2, FH-1). Someone whom the caller may not
 * see has none.
 * @param isHidden the parameters came as a form: no link shows them
 * @throws 400
 */
export const listFhirObservations =
  (parts: FhirParts, isHidden = false) =>
  async ({ ctx, input }: { ctx: Ctx; input: FhirSearch }): Promise<FhirBundle> => {
    const page = openPage(parts, 'Observation', input, isHidden)
    const { count, after, begun, search } = page
    const { patients, dates, updated, byId } = askedMinutes(search, baseOf(parts), begun)
    const all = patients.length > 0 ? await selectSpans(ctx, patients) : []
    const spans = byId
      ? all.flatMap((span) =>
          intersect([[span.since, span.until]], byId.get(span.resident_id) ?? []).map(([since, until]) => ({
            ...span,
            since,
            until,
          })),
        )
      : all
    const wanted = { spans, dates, updated, before: begun }
    // One more than requested shows whether there is another page, without counting all rows.
    const rows =
      count > 0
        ? await findMinutes(ctx, wanted, {
            isDescending: page.sort[0]?.isDescending ?? false,
            after: after && { minute: Number(after[0]), resident_id: after[1]! },
            limit: count + 1,
          })
        : []
    const shown = rows.slice(0, count)
    const resources = await shapeMinutes(ctx, shown, spans, baseOf(parts))
    const detail = { by: criteriaOf(search).map(([name]) => name), dates: search.date, shown: shown.length }
    const seen = new Map(spans.map(({ resident_id, clinic_id }) => [resident_id, clinic_id]))
    await recordAudits(
      ctx,
      seen.size > 0
        ? [...seen].map(([resident_id, clinic_id]) => ({ act: 'observation.list', clinic_id, resident_id, detail }))
        : [{ act: 'observation.list', detail }],
    )
    return bundleOf(parts, page, {
      resources,
      ...(count === 0 && { total: await countMinutesOf(ctx, wanted) }),
      next: rows.length > count && count > 0 ? placeOf(shown.at(-1)!) : null,
    })
  }

const placeOf = ({ minute, resident_id }: MinuteRow): string[] => [String(minute.epochMilliseconds), resident_id]
