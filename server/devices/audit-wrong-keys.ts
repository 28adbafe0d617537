import { recordAudits } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteWrongKeys, takeUnaudited } from './wrong-keys.sql.ts'
import { wrongKeyDays } from './wrong-keys-answer.ts'

/** Writes one audit entry for each device and hour with wrong keys, once the hour is over (DO-6). A job. */
export async function auditWrongKeys(ctx: Ctx): Promise<void> {
  const hours = await takeUnaudited(ctx)
  await recordAudits(
    ctx,
    hours.map(({ device_id, clinic_id, hour, count, address }) => ({
      act: 'device.refuse-key',
      ...{ clinic_id, device_id, detail: { hour: hour.toString(), count, address } },
    })),
  )
  await deleteWrongKeys(ctx, wrongKeyDays)
}
