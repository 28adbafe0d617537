import type { Ctx, DisplayActor } from '../platform/context.ts'
import { selectWallDevices } from './displays.sql.ts'

/** The devices whose residents the display of `ctx` may see now. */
export const devicesOfDisplay = async (ctx: Ctx<DisplayActor>): Promise<ReadonlySet<string>> =>
  new Set((await selectWallDevices(ctx, ctx.actor.clinicIds[0])).map(({ device_id }) => device_id))
