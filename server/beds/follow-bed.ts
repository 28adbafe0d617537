import type { Ctx } from '../platform/context.ts'
import { followResident } from './beds.sql.ts'
import { endSettled } from './settle-beds.ts'

/** Staff have changed a resident's room: they know where the sensor stands, so it stands there. */
export async function followBed(ctx: Ctx, clinic_id: string, resident_id: string): Promise<void> {
  await followResident(ctx, resident_id)
  await endSettled(ctx, clinic_id, [resident_id])
}
