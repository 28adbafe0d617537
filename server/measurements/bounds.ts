import { telemetryLimits } from '@eupnea/contract/live.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { earlier, later } from '../platform/period.ts'

/** Instants where measurements begin and end. */

type Instant = Temporal.Instant

export const floorMinute = (instant: Instant): Instant =>
  instant.round({ smallestUnit: 'minute', roundingMode: 'floor' })
export const floorHour = (instant: Instant): Instant => instant.round({ smallestUnit: 'hour', roundingMode: 'floor' })

/** Now, plus the tolerance for sensors whose clocks are fast. */
export const presentEnd = (now: Instant): Instant => now.add({ milliseconds: telemetryLimits.aheadMs })

const firstInstant = Temporal.Instant.from(`${firstDay}T00:00:00Z`)

/** Limits an instant to where readings can exist: from the first day to the present end. */
export const withinData = (instant: Instant, now: Instant): Instant =>
  earlier(later(instant, firstInstant), presentEnd(now))
