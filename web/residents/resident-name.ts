import { type Named, residentName } from '@eupnea/contract/resident-name.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'

/** `Ada Byron, room 12`, for naming a person in destructive actions; without a room, only the name. */
export const nameWithRoom = (resident: Named & { readonly room: string }): string =>
  resident.room
    ? m.resident_with_room({ resident: residentName(resident), room: bareRoom(resident.room) })
    : residentName(resident)
