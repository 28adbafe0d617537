import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { selectLeaves } from '../leaves/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Period } from '../platform/period.ts'

type Leave = Awaited<ReturnType<typeof selectLeaves>>[number]

/** A resident's leaves; a device has none. */
export const leavesIn = async (
  ctx: Ctx,
  { clinic_id, resident_id }: { readonly clinic_id: string | null; readonly resident_id: string | null },
  period: Period,
): Promise<readonly Leave[]> =>
  clinic_id === null || resident_id === null ? [] : selectLeaves(ctx, clinic_id, period, resident_id)

/** @param minutes in bed; null: all that was measured was on leave */
export const hoursOrNull = (minutes: number | null): number | null => (minutes === null ? null : hoursInBed(minutes))
