import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'
import { keysOf } from './rules/keys-of.ts'

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

/** As a form has them: keys or their address in one field, scopes with spaces between them. */
export const newServiceAccountFields = {
  ...serviceAccountFields,
  keys: {
    kind: 'text',
    max: 50_000,
    isRequired: true,
    label: m.service_account_keys_label,
    help: m.service_account_keys_help,
    rules: [{ isKept: (text) => keysOf(text) !== null, code: 'not_keys', words: m.service_account_keys_wrong }],
  },
  scopes: {
    kind: 'line',
    max: 2_000,
    isRequired: true,
    label: m.service_account_scopes_label,
    help: m.service_account_scopes_help,
  },
  clinic_ids: {
    kind: 'list',
    of: { kind: 'identifier', isRequired: true },
    max: 1_000,
    label: m.service_account_clinics_label,
    help: m.service_account_clinics_help,
  },
} as const satisfies Fields
