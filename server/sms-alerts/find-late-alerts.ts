import type { Ctx } from '../platform/context.ts'
import { selectLate } from './dispatches.sql.ts'

/** Facilities with a notification that should have been told `seconds` ago or longer, each with since when. */
export const findLateAlerts = async (ctx: Ctx, seconds: number): Promise<ReadonlyMap<string, Temporal.Instant>> =>
  new Map((await selectLate(ctx, seconds)).map(({ clinic_id, since }) => [clinic_id, since]))
