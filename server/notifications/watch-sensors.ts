import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { endOutage, openOutage, selectClinicFormat, selectClinicsWithOutage, writeHeartbeat } from './monitoring.sql.ts'
import { momentIn, watchPart } from './watch-monitoring.ts'

/** Facilities whose sensors fall silent as one: one notification of the facility, and its end (WA-5). */
export const sensorOutages = (origin: CtxOrigin) => ({
  watched: (): Promise<void> => withCtx(origin, (ctx) => writeHeartbeat(ctx, watchPart)),
  open: () =>
    withCtx(origin, async (ctx) => ({
      sensors: await selectClinicsWithOutage(ctx, 'sensors'),
      readings: await selectClinicsWithOutage(ctx, 'readings'),
    })),
  begin: (clinic_id: string, since: number): Promise<void> =>
    withCtx(origin, async (ctx) => {
      const clinic = await selectClinicFormat(ctx, clinic_id)
      if (!clinic) return
      const at = Temporal.Instant.fromEpochMilliseconds(since)
      const opened = await openOutage(ctx, {
        clinic_id,
        cause: 'sensors',
        since: at,
        title: m.notification_sensors_silent_title(),
        description: m.notification_sensors_silent({ since: momentIn(at, clinic.tz, clinic.locale) }),
        severity: 'danger',
      })
      if (opened) ctx.log.warn({ clinic_id, cause: 'sensors' }, 'monitoring: an outage begins')
    }),
  end: (clinic_id: string): Promise<void> =>
    withCtx(origin, async (ctx) => {
      if ((await endOutage(ctx, clinic_id, 'sensors')).length === 0) return
      ctx.log.info({ clinic_id, cause: 'sensors' }, 'monitoring: an outage is over')
      await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
    }),
})
