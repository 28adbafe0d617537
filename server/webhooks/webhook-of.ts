import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectWebhook, type WebhookRow } from './webhooks.sql.ts'

/** @throws 404, also for a webhook outside the actor's scope (FA-4) */
export async function webhookOf(ctx: Ctx, id: string): Promise<WebhookRow> {
  const row = await selectWebhook(ctx, id)
  if (!row) throw notFound('webhook')
  return row
}

/** The host of its address: what people and the audit log call it. */
export const hostOf = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host
