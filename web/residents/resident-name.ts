import type { Resident } from '@eupnea/contract/residents.ts'

type Named = Pick<Resident, 'first_name' | 'last_name' | 'room'>

/** `Ada Byron` */
export const nameOf = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`

/** `Ada Byron, room 12`, as destructive acts name a person; without a room the name alone. */
export const nameWithRoom = (resident: Named): string =>
  resident.room ? `${nameOf(resident)}, room ${resident.room}` : nameOf(resident)
