import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { secondsToNextMail } from './mails-of-late.sql.ts'

/** As of codes: nobody's mailbox is flooded (ID-9). */
const mostAnHour = 5

/**
 * For mails that a person has the portal send to somebody else; to be called before they are queued.
 * @throws 429 when enough with this subject went to one of the receivers of late
 */
export async function refuseTooManyMails(ctx: Ctx, receivers: readonly string[], subject: string): Promise<void> {
  // In one order: who sends to the same people at the same time waits, and does not hold up the other.
  for (const to of receivers.toSorted()) {
    const retryAfter = await secondsToNextMail(ctx, { to, subject, mostAnHour })
    if (retryAfter === 0) continue
    const minutes = Math.ceil(retryAfter / 60)
    throw new PortalError(429, 'too_many_mails', m.outbox_mails_too_many({ count: minutes, most: mostAnHour, to }), {
      title: m.outbox_mails_too_many_title(),
      retryAfter,
    })
  }
}
