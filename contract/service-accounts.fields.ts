import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** What people decide about a service account, each once (FH-2). */
export const serviceAccountFields = {
  name: {
    kind: 'line',
    max: 80,
    isRequired: true,
    label: m.service_account_name_label,
    help: m.service_account_name_help,
  },
} as const satisfies Fields
