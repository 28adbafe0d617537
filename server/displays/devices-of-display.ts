import type { Ctx } from '../platform/context.ts'
import { selectWallDevices } from './displays.sql.ts'

/** The devices whose residents the display of `ctx` may see now. */
export const devicesOfDisplay = async (ctx: Ctx): Promise<ReadonlySet<string>> =>
  new Set((await selectWallDevices(ctx)).map(({ device_id }) => device_id))
