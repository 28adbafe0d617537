import { type Named, residentName } from '@eupnea/contract/resident-name.ts'

/** `Ada Byron, room 12`, as destructive acts name a person; without a room the name alone. */
export const nameWithRoom = (resident: Named & { readonly room: string }): string =>
  resident.room ? `${residentName(resident)}, room ${resident.room}` : residentName(resident)
