import { m } from '@eupnea/texts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { createLastingLog } from '../platform/log-lasting.ts'
import { endClockOutages, openOutage, selectWatchedClinics, writeHeartbeat } from './monitoring.sql.ts'

const lookEveryMs = 60_000
/** A node whose clock is wrong says so at each look: it is over when none has for so long. */
const overAfterSeconds = 150

/**
 * Says on every facility's pages that this machine's clock is wrong, and when those of all nodes are right again (WA-6).
 * @param aheadMs by how much it is ahead of most sensors' clocks or the database's; null: they agree
 * @returns how to stop
 */
export function watchClock(origin: CtxOrigin, aheadMs: () => number | null, everyMs = lookEveryMs): () => void {
  let isOff = false
  const look = async () => {
    const by = aheadMs()
    if (isOff !== (by !== null)) {
      isOff = by !== null
      origin.log[isOff ? 'error' : 'info'](
        { ahead_ms: by },
        'monitoring: this machine’s clock against most sensors’ or the database’s',
      )
    }
    await withCtx(origin, async (ctx) => {
      const changed = by === null ? await endClockOutages(ctx, overAfterSeconds) : await openEverywhere(ctx)
      for (const clinic_id of changed) await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
    })
  }
  const looking = createLastingLog(origin.log, 'monitoring: clock not checked', 'monitoring: clock checked again')
  const timer = setInterval(() => {
    look().then(looking.worked, (error: Error) => looking.failed(error.message))
  }, everyMs)
  return () => clearInterval(timer)
}

/** @returns clinics that hadn't been notified */
async function openEverywhere(ctx: Ctx): Promise<string[]> {
  await writeHeartbeat(ctx, 'clock')
  const told: string[] = []
  for (const { clinic_id } of await selectWatchedClinics(ctx))
    if (await openOutage(ctx, outageOf(clinic_id))) told.push(clinic_id)
  return told
}

const outageOf = (clinic_id: string) => ({
  clinic_id,
  cause: 'clock' as const,
  since: Temporal.Now.instant(),
  title: m.notification_portal_clock_title(),
  description: m.notification_portal_clock(),
  severity: 'warning' as const,
})
