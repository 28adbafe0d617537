export { type Bed, newBed } from './bed.ts'
export type { BedEffect } from './bed-event.ts'
export { reduceBed } from './reduce-bed.ts'
export { watchReading } from './watch.ts'
