import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { queueMail, refuseTooManyMails } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteChallengesOf } from './challenges.sql.ts'
import { makeChallenge } from './challenges.ts'
import { changePassword } from './change-password.ts'
import { lockUser } from './credentials.sql.ts'
import { setPasswordLink } from './set-password-link.ts'

export interface Invited {
  readonly id: string
  readonly email: string
  /** for the greeting; null: without a name */
  readonly first_name: string | null
}

const invitationDays = 7

/**
 * Mails a user the link for choosing a password (US-1). A temporary password ends all sessions; the mail doesn't
 * contain it.
 * @param baseUrl the portal's public address
 * @param user just created, or locked until the transaction ends
 * @param temporary hash of a temporary password
 * @throws 429 after too many to the address
 */
export async function sendSetPassword(ctx: Ctx, baseUrl: string, user: Invited, temporary?: string): Promise<void> {
  await lockUser(ctx, user.id)
  const subject = m.session_set_password_subject({ product: productName })
  // Counted by address, because one address can be given to several users in turn.
  await refuseTooManyMails(ctx, [user.email], subject)
  if (temporary !== undefined) await changePassword(ctx, user.id, temporary, { isTemporary: true })
  // A newer link replaces the others.
  await deleteChallengesOf(ctx, user.id, 'newPasswordRequired')
  const seconds = invitationDays * 86_400
  const url = setPasswordLink(baseUrl, await makeChallenge(ctx, 'newPasswordRequired', user.id, seconds))
  const about = { product: productName, url, days: invitationDays }
  await queueMail(ctx, {
    to: user.email,
    subject,
    text:
      user.first_name === null
        ? m.session_set_password_mail(about)
        : m.session_set_password_named_mail({ ...about, name: user.first_name }),
    usefulSeconds: seconds,
  })
  await recordAudit(ctx, {
    act: 'user.send-set-password',
    detail: { user_id: user.id, is_temporary: temporary !== undefined },
  })
}
