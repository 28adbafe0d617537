import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, line } from './fields.ts'

/** Residents whose breathing at night has changed (WA-12). */

/** Days that the count covers. */
export const trendDays = 30

export const readTrendCounts = call({
  name: 'readTrendCounts',
  method: 'GET',
  path: '/clinics/{clinic_id}/trends',
  access: access.staff,
  summary: m.trend_count_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({
    /** how many were raised in the last 30 days, and how many of these were dismissed */
    raised: z.number(),
    dismissed: z.number(),
    /** nights that were judged, one for each resident */
    resident_days: z.number(),
    /** null: none was judged */
    per_100_resident_days: z.number().nullable(),
  }),
})

export const dismissTrend = call({
  name: 'dismissTrend',
  method: 'POST',
  path: '/notifications/{id}/dismiss',
  access: access.staff,
  summary: m.trend_dismiss_call(),
  input: z.object({ id, reason: line(500, 1) }),
  output: z.object({ id: z.string(), dismissed_at: z.string(), dismissed_by: z.string(), reason: z.string() }),
})

export const trendCalls = [readTrendCounts, dismissTrend]
