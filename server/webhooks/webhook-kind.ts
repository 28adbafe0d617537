import type { Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { receiverKind } from '../receivers/index.ts'
import { formerUntil } from './secrets.ts'
import type { WebhookRow } from './webhooks.sql.ts'

/** Webhooks among the systems that hear of notifications (AN-12). */
export const webhooks = receiverKind({
  table: 'webhooks',
  noun: 'webhook',
  most: 20,
  tooMany: (most) => conflict('too_many_webhooks', m.webhook_too_many({ most: numberText(most) }), 'url'),
  unknown: () => notFound('webhook'),
  deleted: m.webhook_deleted,
  calledOf: (row) => ({ host: hostOf(row) }),
  ownOf: ({ url, disabled_at, disabled_because, former_until }) => ({
    url,
    active: disabled_at === null,
    disabled_at: disabled_at?.toString() ?? null,
    disabled_because: disabled_because as Webhook['disabled_because'],
    former_until: formerUntil({ former_until })?.toString() ?? null,
  }),
})

/** The host of its address: what people and the audit log call it. */
export const hostOf = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host
