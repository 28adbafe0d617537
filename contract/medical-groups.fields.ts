import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** A medical group's fields, each defined once; its facilities are chosen from a list. */
export const medicalGroupFields = {
  name: {
    kind: 'line',
    max: 120,
    isRequired: true,
    label: m.medical_group_name_label,
    missing: m.medical_group_name_required,
  },
  description: { kind: 'text', max: 4_000, label: m.medical_group_description_label },
} as const satisfies Fields
