import type { listRates as declaration } from '@eupnea/contract/rates.ts'
import { stepMinutes, stretchMinutes } from '@eupnea/contract/rules/spark.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { planTimes } from '../plans/index.ts'
import type { Verb } from '../platform/route.ts'
import { type Stretch, selectResidentsOf, selectSteps } from './rates.sql.ts'

type Asked = Stretch & { readonly of: string }

/** Two hours of respiration of each resident asked for, with the limits that they are judged by (VI-3). @throws 404 */
export const listRates: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const now = Temporal.Now.instant()
  const asked = [...new Set(input.of.split(','))].map((of) => stretchOf(of, now))
  const here = await selectResidentsOf(
    ctx,
    clinic_id,
    asked.map(({ patient_id }) => patient_id),
  )
  const stretches = asked.filter(({ patient_id }) => here.has(patient_id))
  await recordAuditOncePer(ctx, 60, { act: 'rate.list', clinic_id })
  if (stretches.length === 0) return { items: [] }
  const steps = Map.groupBy(await selectSteps(ctx, stretches), ({ stretch }) => stretch)
  const ends = stretches.map(({ until }) => until).toSorted(Temporal.Instant.compare)
  const plans = await planTimes(ctx, clinic_id, { since: ends[0]!, until: ends.at(-1)! })
  return {
    items: stretches.map(({ of, patient_id, since, until }, index) => {
      const rates = new Array<number | null>(stretchMinutes / stepMinutes).fill(null)
      for (const { step, rate } of steps.get(index) ?? []) rates[step] = rate
      // What is to come isn't a gap.
      const known = Math.ceil((now.epochMilliseconds - since.epochMilliseconds) / (stepMinutes * 60_000))
      const { limits } = plans.limitsAt(patient_id, until)
      return { of, patient_id, rates: rates.slice(0, Math.max(0, known)), limits }
    }),
  }
}

function stretchOf(of: string, now: Temporal.Instant): Asked {
  const [patient_id, end] = of.split('~') as [string, string | undefined]
  const ms = end === undefined ? now.epochMilliseconds : Math.min(Number(end), latest)
  // Whole steps, so that a curve asked for again has its points where they were.
  const until = Temporal.Instant.fromEpochMilliseconds(Math.ceil(ms / stepMs) * stepMs)
  return { of, patient_id, since: until.subtract({ minutes: stretchMinutes }), until }
}

const stepMs = stepMinutes * 60_000
/** In the year 9999, which the database can read. */
const latest = 253_370_764_800_000
