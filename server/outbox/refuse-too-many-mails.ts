import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { secondsToNextMail } from './mails-of-late.sql.ts'

/** The same limit as for codes, so that nobody's mailbox is flooded (ID-9). */
const mostAnHour = 5

/**
 * Limits mails that a person sends to somebody else through the portal; call before queueing them.
 * @throws 429 when too many with this subject recently went to one of the receivers
 */
export async function refuseTooManyMails(ctx: Ctx, receivers: readonly string[], subject: string): Promise<void> {
  // In a fixed order, so that two senders to the same people don't deadlock.
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
