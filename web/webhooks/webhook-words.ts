import type { Webhook } from '@eupnea/contract/webhooks.ts'

/** What people call it. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host
