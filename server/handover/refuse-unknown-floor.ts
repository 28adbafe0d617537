import { m } from '@eupnea/texts'
import type { ClinicFacts } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { isFloorLivedOn } from './handover.sql.ts'

/** @throws 422 for a floor that the facility doesn't have, and on which nobody lives */
export async function refuseUnknownFloor(
  ctx: Ctx,
  { id, floors }: Pick<ClinicFacts, 'id' | 'floors'>,
  floor: string,
): Promise<void> {
  if (!floors.includes(floor) && !(await isFloorLivedOn(ctx, id, floor)))
    throw refused('floor', m.handover_floor_unknown())
}
