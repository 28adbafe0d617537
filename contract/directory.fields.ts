import { m } from '@eupnea/texts'
import { userTypeLabel } from './access.ts'
import type { Fields, Values } from './field-kinds.ts'
import { type RuledType, ruledTypes } from './rules/directory-rights.ts'
import { seesEveryClinic } from './users.fields.ts'

/** What a Superadmin decides about the house's directory (SI-1). */

export const directoryFields = {
  links_by_email: { kind: 'flag', label: m.directory_links_label, help: m.directory_links_help },
  is_local_off: { kind: 'flag', label: m.directory_local_off_label, help: m.directory_local_off_help },
} as const satisfies Fields

const typeChoices = Object.fromEntries(ruledTypes.map((type) => [type, () => userTypeLabel(type)])) as Record<
  RuledType,
  () => string
>

export const directoryRuleFields = {
  group_name: {
    kind: 'line',
    max: 256,
    min: 1,
    isRequired: true,
    label: m.directory_group_label,
    help: m.directory_group_help,
    missing: m.directory_group_required,
  },
  user_type: {
    kind: 'choice',
    choices: typeChoices,
    max: 32,
    isRequired: true,
    label: m.user_type_label,
    missing: m.user_type_required,
  },
  clinic_ids: {
    kind: 'list',
    of: { kind: 'identifier', isRequired: true },
    max: 1_000,
    label: m.user_clinics_label,
    appliesTo: ({ user_type }: Values) => !!user_type && !seesEveryClinic(user_type),
  },
  is_admin_feature: {
    kind: 'flag',
    label: m.user_admin_label,
    help: m.user_admin_help,
    appliesTo: ({ user_type }: Values) => !!user_type && !seesEveryClinic(user_type),
  },
} as const satisfies Fields

export const directoryClientFields = {
  name: {
    kind: 'line',
    max: 80,
    min: 1,
    isRequired: true,
    label: m.directory_client_label,
    hint: m.directory_client_hint,
    missing: m.directory_client_required,
  },
} as const satisfies Fields
