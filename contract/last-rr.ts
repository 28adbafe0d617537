import { z } from 'zod'
import { lastMinute, rScore, signalAnswer } from './live.ts'

/** A resident's current values, for the first paint before the live connection delivers. */
export const lastRr = z.object({
  patient_id: z.string(),
  device_id: z.string(),
  realTimeRR: z.number().nullable(),
  dist_rr: z.number().nullable(),
  alert10min: z.boolean(),
  device_conn_status: z.literal([0, 1]),
  rr_last_mint: lastMinute,
  rScore,
  /** hours in bed in the last 24 h, without those on leave */
  timeInBed: z.number().nullable(),
  /** instant of the newest reading, ms since the epoch */
  lastUpdated: z.number().nullable(),
  /** of the bed (WA-1) */
  signal: signalAnswer.nullable(),
  /** of the sensor, metres (WA-9) */
  presence_range: z.number(),
  /** minute averages of the last 2 h, oldest first, null for gaps; only with `graph` */
  graphData: z.array(z.number().nullable()).optional(),
})
export type LastRr = z.output<typeof lastRr>
