import { floorText } from '../shared/words.ts'

/** Floors as filter options. */
export const floorOptions = (floors: readonly string[]) =>
  floors.map((floor) => ({ value: floor, label: floorText(floor) }))
