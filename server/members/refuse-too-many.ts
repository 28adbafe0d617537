import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'

/**
 * Refuses another invitation while there is time to wait; throwing rolls back what was counted and created.
 * @throws 429
 */
export function refuseTooMany({ toSameAddress, toAny }: { toSameAddress: number; toAny: number }, most: number): void {
  const retryAfter = Math.max(toSameAddress, toAny)
  if (retryAfter === 0) return
  const minutes = Math.ceil(retryAfter / 60)
  const message =
    toAny > 0
      ? m.member_invitations_daily({ most, hours: Math.ceil(minutes / 60) })
      : m.member_invitations_address({ minutes })
  throw new PortalError(429, 'too_many_invitations', message, {
    title: m.member_invitations_too_many_title(),
    retryAfter,
  })
}
