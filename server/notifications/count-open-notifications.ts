import type { countOpenNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { readToken } from './lock-token.ts'
import { countOpen } from './notifications.sql.ts'

/** Who currently works in which clinic. */
export interface Carers {
  caresFor(userId: string, clinicId: string): Promise<boolean>
}

/** One answer for every invalid token, so that guesses learn nothing. */
const lockOver = () => new PortalError(404, 'lock_token_over', m.notification_lock_over())

/**
 * How many notifications of a clinic are open, for a locked page: no names, no rooms (AN-4). The token ends with its time
 * and with the rights of the person whose page it is. It is no call of theirs, so it keeps no session alive.
 * @param secret signs tokens
 * @throws 404, 429 after too many guesses
 */
export function countOpenNotifications(secret: string, carers: Carers): VerbApart<typeof declaration> {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const locked = readToken(secret, input.token, Temporal.Now.instant().epochMilliseconds)
    if (!locked || !(await carers.caresFor(locked.user, locked.clinic_id))) {
      limit(origin.address ?? null)
      throw lockOver()
    }
    const actor = { type: 'link', id: 'lock-token', clinicIds: [locked.clinic_id] } as const
    return withCtx({ ...origin, actor }, (ctx) => countOpen(ctx, locked.clinic_id))
  }
}
