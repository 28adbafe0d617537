import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'
import { kindsField } from './receivers.fields.ts'

/** The fields of a webhook, each once. */

const isAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
}

export const webhookFields = {
  url: {
    kind: 'line',
    max: 1_000,
    isRequired: true,
    label: m.webhook_url_label,
    help: m.webhook_url_help,
    hint: m.webhook_url_hint,
    rules: [{ isKept: isAddress, code: 'not_address', words: m.webhook_url_wrong }],
  },
  kinds: kindsField,
} as const satisfies Fields
