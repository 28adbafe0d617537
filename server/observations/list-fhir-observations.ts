import type { CallInput } from '@eupnea/contract/call.ts'
import type { listFhirObservations as declaration, FhirBundle } from '@eupnea/contract/observations.ts'
import { recordAudit } from '../audit/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { dateRange } from './date-range.ts'
import { observationResource, respirationRate, searchSet } from './fhir-shapes.ts'
import { selectMinutes, selectPatient } from './observations.sql.ts'

type Input = CallInput<typeof declaration>
type Given = { ctx: Ctx; input: Input }

/** The respiration rate of a resident, minute by minute, for an EHR to read (EH-2). @throws 404, 422 field `date` */
export function listFhirObservations(baseUrl: () => string) {
  return async ({ ctx, input }: Given): Promise<FhirBundle> => {
    const patient = await selectPatient(ctx, input.patient)
    if (!patient) throw notFound('patient')
    const { _count: count, page } = input
    const range = dateRange(input.date, Temporal.Now.instant())
    // One more than requested shows whether there is another page, without counting all rows.
    const rows = isAskedFor(input)
      ? await selectMinutes(ctx, patient.resident_id, range, { offset: (page - 1) * count, limit: count + 1 })
      : []
    const shown = rows.slice(0, count)
    const plans = await planTimes(ctx, patient.clinic_id, range, patient.resident_id)
    await recordAudit(ctx, {
      act: 'observation.list',
      clinic_id: patient.clinic_id,
      resident_id: patient.resident_id,
      detail: { since: range.since.toString(), until: range.until.toString(), page, shown: shown.length },
    })
    const query = new URLSearchParams({ patient: patient.resident_id, _count: String(count) })
    // The next page covers the same period, whenever it is requested.
    const dates = input.date === undefined ? [`ge${range.since}`, `lt${range.until}`] : [input.date].flat()
    for (const date of dates) query.append('date', date)
    if (input.code) query.set('code', input.code)
    return searchSet({
      ...{ base: `${baseUrl()}/api/fhir`, path: 'Observation', query, page, hasNext: rows.length > count },
      resources: shown.map((row) =>
        observationResource(patient.resident_id, row, plans.limitsAt(patient.resident_id, row.minute).limits),
      ),
    })
  }
}

/** Only respiration rates exist. */
const isAskedFor = ({ code, category }: Input): boolean =>
  (code === undefined || code.split(',').some((one) => one.split('|').at(-1) === respirationRate.code)) &&
  (category === undefined || category.split(',').some((one) => one.split('|').at(-1) === 'vital-signs'))
