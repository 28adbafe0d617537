import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { endOutage, openOutage, selectClinicsWithOutage, selectWatchedClinics } from './monitoring.sql.ts'

const lookEveryMs = 60_000

/**
 * Says on every facility's pages that this machine's clock is wrong, and when it is right again (WA-6).
 * @param aheadMs by how much it is ahead of most sensors' clocks; null: they agree
 * @returns how to stop
 */
export function watchClock(origin: CtxOrigin, aheadMs: () => number | null, everyMs = lookEveryMs): () => void {
  // What was said before this start may be over.
  let isOff: boolean | null = null
  const look = async () => {
    const by = aheadMs()
    // Another node's clock may be off.
    if (by === null && isOff === false) return
    await withCtx(origin, async (ctx) => {
      const told = await selectClinicsWithOutage(ctx, 'clock')
      const clinics = by === null ? [...told] : (await selectWatchedClinics(ctx)).map(({ clinic_id }) => clinic_id)
      for (const clinic_id of clinics.filter((one) => (by === null) === told.has(one))) {
        if (by === null) await endOutage(ctx, clinic_id, 'clock')
        else await openOutage(ctx, outageOf(clinic_id))
        await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
      }
    })
    if (isOff === (by !== null)) return
    isOff = by !== null
    origin.log[isOff ? 'error' : 'info']({ ahead_ms: by }, 'monitoring: this machine’s clock against most sensors’')
  }
  const timer = setInterval(() => {
    look().catch((error: Error) => origin.log.warn({ reason: error.message }, 'monitoring: clock not checked'))
  }, everyMs)
  return () => clearInterval(timer)
}

const outageOf = (clinic_id: string) => ({
  clinic_id,
  cause: 'clock' as const,
  since: Temporal.Now.instant(),
  title: m.notification_portal_clock_title(),
  description: m.notification_portal_clock(),
  severity: 'warning' as const,
})
