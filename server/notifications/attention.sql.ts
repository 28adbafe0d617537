import type { NotNull } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** No table of its own. Reads the view clinic_attention. */

/** What is to be looked at in each clinic in scope. */
export const selectAttention = ({ db }: Ctx) =>
  db
    .selectFrom('clinic_attention')
    .select(['clinic_id', 'residents', 'out_of_range', 'no_signal', 'unacknowledged', 'dangers', 'oldest_at'])
    .orderBy('clinic_id')
    .$narrowType<{
      clinic_id: NotNull
      residents: NotNull
      out_of_range: NotNull
      no_signal: NotNull
      unacknowledged: NotNull
      dangers: NotNull
    }>()
    .execute()
