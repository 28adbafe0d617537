import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'
import { personFields } from './users.fields.ts'

/** What is asked for when a member is invited, linked or shared, each field once. */

export const invitedFields = personFields

export const providerFields = {
  provider_email: {
    kind: 'email',
    isRequired: true,
    label: m.member_provider_email_label,
    missing: m.member_provider_email_required,
  },
} as const satisfies Fields

/** Whose nights a member sees. */
export const linkedResidentFields = {
  patient_id: {
    kind: 'identifier',
    isRequired: true,
    label: m.member_resident_label,
    missing: m.resident_required,
  },
} as const satisfies Fields
