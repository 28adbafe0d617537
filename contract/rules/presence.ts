import { tenth } from './round.ts'

/** Presence and time in bed (WA-9, SH-18). */

/** Metres; the default of the presence slider. */
export const defaultPresenceRange = 1.5

/** A reading has presence when dist is between 0 and the range, or dist is null and rr is valid. */
export const hasPresence = (rr: number | null, dist: number | null, range: number): boolean =>
  dist === null ? rr !== null : dist >= 0 && dist <= range

/** Minutes in bed within a day → hours with one decimal. */
export const hoursInBed = (minutes: number): number => tenth(minutes / 60)
