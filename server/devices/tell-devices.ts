import type { Ctx } from '../platform/context.ts'

/** Tells all nodes and screens that one device, or devices of the clinic, have changed. */
export const tellDevices = (
  ctx: Ctx,
  clinic_id: string | null,
  which: { device_id?: string; patient_id?: string } = {},
): Promise<void> =>
  // A device in stock has no clinic, but the nodes need the event anyway.
  ctx.emit({ type: 'changed', noun: 'devices', clinic_id: clinic_id ?? '', ...which })
