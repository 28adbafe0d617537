import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

export const savedViewFields = {
  name: { kind: 'line', max: 60, isRequired: true, label: m.saved_view_name_label },
} as const satisfies Fields
