import { z } from 'zod'

/** Limits of a monitoring plan, breaths per minute. */
export const rateLimits = z.object({
  low: z.number(),
  high: z.number(),
  extreme_high: z.number(),
  /** null: none */
  extreme_low: z.number().nullable(),
})
