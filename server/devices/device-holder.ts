import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { selectResidentsOf } from './assignments.sql.ts'

/** Names the room, not the resident, because messages may end up in logs. */
export const inUseBy = (room: string | null | undefined): string =>
  room ? m.device_in_use_room({ room: bareRoom(room) }) : m.device_in_use_resident()

/** @throws 409 if the device has a resident; the caller must hold the device's lock */
export async function refuseOccupied(ctx: Ctx, device_id: string): Promise<void> {
  const [holder] = await selectResidentsOf(ctx, [device_id])
  if (holder) throw conflict('device_occupied', inUseBy(holder.room), 'device_id')
}
