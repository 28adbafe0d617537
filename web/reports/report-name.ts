import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { dayText } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'

/** `9 Mar 2026, Floor 2`; for all floors, only the date. */
export const reportName = (date: string, floor: string): string =>
  floor === everyFloor ? dayText(date) : `${dayText(date)}, ${floorText(floor)}`
