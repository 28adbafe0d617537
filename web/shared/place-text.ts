/** Where a resident lies and a device hangs, in words. */

/** `Ground` stays; `1` or `B2` alone would be taken for anything. */
export const floorText = (floor: string): string =>
  /^[A-Za-z]?-?\d{1,3}[A-Za-z]?$/.test(floor) ? `Floor ${floor}` : floor

/** `Room 12 · Ground floor`; '' when neither is known. */
export const placeText = (room: string | null, floor: string | null): string =>
  [room && `Room ${room}`, floor && floorText(floor)].filter(Boolean).join(' · ')
