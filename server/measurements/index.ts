export { floorHour, floorMinute, presentEnd, withinData } from './bounds.ts'
export { deleteOldHours } from './hours.sql.ts'
export {
  countMinutes,
  type MinuteRow,
  ownOldMinutes,
  type PartRow,
  type SummaryRow,
  selectFirstMinutes,
  selectHours,
  selectLastMinutes,
  selectMinutes,
  selectParts,
  selectSummaries,
} from './minutes.sql.ts'
export { rollHours } from './roll-hours.ts'
export { clip, type ResidentSpan, residentSpans, type Span, spansWithin } from './spans.ts'
export { type Split, splitByLeaves } from './split-by-leaves.ts'
export { summariseResidents } from './summarise-residents.ts'
