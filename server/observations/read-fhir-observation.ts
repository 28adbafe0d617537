import type { readFhirObservation as declaration } from '@eupnea/contract/observations.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { minuteOfId } from './fhir-shapes.ts'
import { findMinutes } from './find-minutes.ts'
import { selectSpans } from './minutes.sql.ts'
import { baseOf, type FhirParts } from './search-page.ts'
import { shapeMinutes } from './shape-minutes.ts'

/** One minute's respiration rate (FH-1). @throws 404 */
export const readFhirObservation =
  (parts: FhirParts): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const asked = minuteOfId(input.observation_id)
    const spans = asked ? await selectSpans(ctx, [asked.resident_id]) : []
    const wanted = { spans, dates: asked ? [[asked.since, asked.since + 60_000] as const] : [], before: Date.now() }
    const rows = await findMinutes(ctx, wanted, { isDescending: false, after: null, limit: 1 })
    const [resource] = await shapeMinutes(ctx, rows, spans, baseOf(parts))
    if (!resource) throw notFound('resource')
    const { resident_id, clinic_id } = spans[0]!
    await recordAudit(ctx, { act: 'observation.read', clinic_id, resident_id, detail: { id: resource.id } })
    return { ...resource }
  }
