import { randomUUID } from 'node:crypto'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { createWebhook as declaration } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { webhookRefusals } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { Sealer } from '../platform/seal.ts'
import { newSecret, sealSecret } from './secrets.ts'
import { webhookAnswer } from './webhook-answers.ts'
import { hostOf } from './webhook-of.ts'
import { countWebhooks, insertWebhook, lockWebhooks } from './webhooks.sql.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** Per clinic, because each is posted each notification. */
const mostWebhooks = 20

/**
 * Tells another system of a clinic's notifications from now on (AN-12). A Superadmin may name an address in a private
 * network.
 * @throws 404, 409 field `url` when there are too many, 422 field `url` for an address that the portal may not call
 */
export const createWebhook =
  (sealer: Sealer, outgoing: Outgoing) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { clinic_id, url, kinds } = input
    const may_be_private = origin.actor.type === 'user' && origin.actor.role === 'Superadmin'
    // Looked up before a database connection is taken.
    const refusal = await outgoing.refusalNow({ url, mayBePrivate: may_be_private })
    if (refusal) throw refused('url', webhookRefusals[refusal]())
    const id = randomUUID()
    const secret = newSecret()
    return withCtx(origin, async (ctx) => {
      await clinicOf(ctx, clinic_id)
      await lockWebhooks(ctx, clinic_id)
      if ((await countWebhooks(ctx, clinic_id)) >= mostWebhooks)
        throw conflict('too_many_webhooks', m.webhook_too_many({ most: numberText(mostWebhooks) }), 'url')
      const sealed = sealSecret(sealer, id, secret)
      const row = await insertWebhook(ctx, {
        ...{ id, clinic_id, url, may_be_private, secret: sealed },
        kinds: [...new Set(kinds)],
      })
      await recordAudit(ctx, { act: 'webhook.create', clinic_id, detail: { webhook_id: id, host: hostOf(row) } })
      return { ...(await webhookAnswer(ctx, row)), secret }
    })
  }
