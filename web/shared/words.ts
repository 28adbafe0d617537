import { floorText } from '@eupnea/contract/rules/floor-text.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** Counts and places in words. */

export { floorText }

/** `1 floor`, `3 floors`, `1,204 residents`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

/** `12 of 14`. */
export const ofText = (part: number, total: number): string =>
  m.common_of({ part: numberText(part), total: numberText(total) })

/** `Room 12 · Ground floor`; '' if neither is known. */
export const placeText = (room: string | null, floor: string | null): string =>
  [room && m.common_room({ room }), floor && floorText(floor)].filter(Boolean).join(' · ')
