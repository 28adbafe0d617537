import { m } from '@eupnea/texts'
import { listText } from '@eupnea/texts/locale.ts'
import { type UncoveredClinic, uncoveredClinics } from '../duties/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { endUncoveredOutages, openOutage } from './monitoring.sql.ts'
import { updateUncovered } from './uncovered.sql.ts'
import { momentIn } from './watch-monitoring.ts'

/** Says in time when a duty ends and nobody comes after it, and of which floors, until somebody does (AN-7). */
export async function watchDuties(origin: CtxOrigin): Promise<void> {
  await withCtx(origin, async (ctx) => {
    const uncovered = await uncoveredClinics(ctx)
    const changed = await endUncoveredOutages(
      ctx,
      uncovered.map(({ clinic_id }) => clinic_id),
    )
    for (const clinic of uncovered) {
      const outage = outageOf(clinic)
      await openOutage(ctx, outage)
      if (await updateUncovered(ctx, { ...outage, floors: clinic.floors })) changed.push(clinic.clinic_id)
    }
    for (const clinic_id of changed) {
      await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
      await ctx.emit({ type: 'changed', noun: 'duties', clinic_id })
    }
  })
}

const outageOf = ({ clinic_id, tz, locale, floors, since }: UncoveredClinic) => {
  const told = {
    floors: listText(floors.map((floor) => (floor ? m.duty_floor({ floor }) : m.duty_whole()))),
    time: momentIn(since, tz, locale),
  }
  const isSoon = isBefore(Temporal.Now.instant(), since)
  return {
    clinic_id,
    cause: 'duty' as const,
    since,
    title: m.duty_uncovered_title(),
    description: isSoon ? m.duty_uncovered_soon(told) : m.duty_uncovered_now(told),
    severity: 'warning' as const,
  }
}
