import { everyFloor, reportDateText } from '@eupnea/contract/rules/report-cells.ts'
import { floorText } from '../shared/words.ts'

/** `03/09/2026, Floor 2`; for all floors, only the date. */
export const reportName = (date: string, floor: string): string =>
  floor === everyFloor ? reportDateText(date) : `${reportDateText(date)}, ${floorText(floor)}`
