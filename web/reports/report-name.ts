import { everyFloor, reportDateText } from '@eupnea/contract/rules/report-cells.ts'
import { floorText } from '../shared/words.ts'

/** `03/09/2026, Floor 2`; of all floors the date alone. */
export const reportName = (date: string, floor: string): string =>
  floor === everyFloor ? reportDateText(date) : `${reportDateText(date)}, ${floorText(floor)}`
