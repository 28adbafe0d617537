import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { rotateWebhookSecret as declaration } from '@eupnea/contract/webhooks.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Sealer } from '../platform/seal.ts'
import { formerHours, newSecret, sealSecret } from './secrets.ts'
import { webhookAnswer } from './webhook-answers.ts'
import { hostOf } from './webhook-of.ts'
import { replaceSecret } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A new secret, shown once; the one before goes on for a day, and each message has both signatures (AN-12). @throws 404 */
export const rotateWebhookSecret =
  (sealer: Sealer) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const secret = newSecret()
    const row = await replaceSecret(ctx, input.id, { secret: sealSecret(sealer, input.id, secret), formerHours })
    if (!row) throw notFound('webhook')
    const { id, clinic_id } = row
    await recordAudit(ctx, { act: 'webhook.rotate', clinic_id, detail: { webhook_id: id, host: hostOf(row) } })
    return { ...(await webhookAnswer(ctx, row)), secret }
  }
