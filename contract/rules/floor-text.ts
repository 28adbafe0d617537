import { m } from '@eupnea/texts'

/** `Ground` stays as it is; `1` or `B2` alone could mean anything. */
export const floorText = (floor: string): string =>
  /^[A-Za-z]?-?\d{1,3}[A-Za-z]?$/.test(floor) ? m.common_floor({ floor }) : floor
