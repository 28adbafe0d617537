import type { Ctx } from '../platform/context.ts'

/** Tells every node and screen that devices have changed: one of them, or the clinic's. */
export const tellDevices = (
  ctx: Ctx,
  clinic_id: string | null,
  which: { device_id?: string; patient_id?: string } = {},
): Promise<void> =>
  // A device in stock is of no clinic; the nodes want to know of it all the same.
  ctx.emit({ type: 'changed', noun: 'devices', clinic_id: clinic_id ?? '', ...which })
