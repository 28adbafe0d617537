import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** A user's fields, each defined once. Type, facilities, phone and password have inputs of their own. */
export const userFields = {
  first_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.user_first_name_label,
    missing: m.user_first_name_required,
  },
  last_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.user_last_name_label,
    missing: m.user_last_name_required,
  },
  email: { kind: 'email', isRequired: true, label: m.user_email_label, missing: m.user_email_required },
} as const satisfies Fields

/** For people who are monitored or use the mobile app. */
export const personalFields = {
  dob: { kind: 'pastDate', isNullable: true, label: m.user_dob_label },
  gender: {
    kind: 'choice',
    choices: { female: m.user_gender_female, male: m.user_gender_male, other: m.user_gender_other },
    // Other systems may send others.
    isOpen: true,
    max: 32,
    none: m.user_gender_none,
    isNullable: true,
    label: m.user_gender_label,
  },
  weight_kg: { kind: 'number', min: 0, max: 700, decimals: 2, isNullable: true, label: m.user_weight_label },
  height_cm: { kind: 'number', min: 0, max: 300, decimals: 2, isNullable: true, label: m.user_height_label },
} as const satisfies Fields

/** For staff. */
export const professionalFields = {
  m_credentials: { kind: 'line', max: 100, isNullable: true, label: m.user_credentials_label },
  m_npi: { kind: 'line', max: 32, isNullable: true, label: m.user_npi_label, help: m.user_npi_help },
} as const satisfies Fields
