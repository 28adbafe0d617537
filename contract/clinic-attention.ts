import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { instant } from './fields.ts'

/** What is to be looked at in a clinic now. */
const clinicAttention = z.object({
  clinic_id: z.string(),
  /** active residents */
  residents: z.number(),
  /** residents whose rate is out of their range */
  out_of_range: z.number(),
  /** residents with a device of which nothing usable is known: silent, stuck, no breathing signal, not connected */
  no_signal: z.number(),
  /** open notifications, how many of them are dangers, and when the oldest was raised */
  unacknowledged: z.number(),
  dangers: z.number(),
  oldest_at: instant.nullable(),
})
export type ClinicAttention = z.output<typeof clinicAttention>

export const listClinicAttention = call({
  name: 'listClinicAttention',
  method: 'GET',
  path: '/notifications/attention',
  access: access.staff,
  summary: m.notification_list_attention_call(),
  input: z.object({}),
  /** of each clinic within the caller's scope */
  output: z.object({ items: z.array(clinicAttention) }),
})
