import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { queueMail } from '../../outbox/index.ts'
import type { Ctx } from '../../platform/context.ts'

/** A mail that only tells: nobody needs it after this time. */
const usefulSeconds = 86_400

const changes = {
  'app-added': m.two_step_app_added_mail,
  'app-removed': m.two_step_app_removed_mail,
  'passkey-added': m.passkey_added_mail,
  'passkey-removed': m.passkey_removed_mail,
  reset: m.two_step_reset_mail,
  'codes-renewed': m.two_step_codes_renewed_mail,
  'code-used': m.two_step_code_used_mail,
} as const

/** Tells somebody how their sign-in has changed, in case it wasn't them (DO-5). */
export const tellOfChange = (ctx: Ctx, email: string, change: keyof typeof changes): Promise<unknown> =>
  queueMail(ctx, {
    to: email,
    subject: m.two_step_changed_subject({ product: productName }),
    text: changes[change]({ product: productName }),
    usefulSeconds,
  })
