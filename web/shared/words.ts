import { floorText } from '@eupnea/contract/rules/floor-text.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
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

/** Beside a name written from right to left, the digits of a room or time would move to its other side. */
const isolated = (part: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(part) ? `\u2068${part}\u2069` : part

/** `Room 12 · Ada Byron`: the parts that are known, in this order also beside names written from right to left. */
export const beside = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => isolated(part as string))
    .join(' · ')

/** `Room 12 · Ground floor`; '' if neither is known. */
export const placeText = (room: string | null, floor: string | null): string =>
  beside(room && roomText(room), floor && floorText(floor))
