import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import type { Fields } from './field-kinds.ts'

const mostClinics = 1_000

/** What is written down about a medical group, each field once. */
export const medicalGroupFields = {
  name: {
    kind: 'line',
    max: 120,
    isRequired: true,
    label: m.medical_group_name_label,
    missing: m.medical_group_name_required,
    part: m.medical_group_form_title,
  },
  description: {
    kind: 'text',
    max: 4_000,
    label: m.medical_group_description_label,
    part: m.medical_group_form_title,
  },
  clinic_ids: {
    kind: 'list',
    of: { kind: 'identifier', isRequired: true },
    max: mostClinics,
    label: m.medical_group_clinics_label,
    exceeded: () => m.medical_group_clinics_too_many({ most: numberText(mostClinics) }),
    part: m.medical_group_form_title,
  },
} as const satisfies Fields
