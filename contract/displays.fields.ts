import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** What people decide about a display (DI-1). */

/** Before it is enrolled; the page offers the facility's floors. No floor: the whole facility. */
export const newDisplayFields = {
  name: { kind: 'line', max: 80, label: m.display_name_label, help: m.display_name_help },
  floor: { kind: 'line', max: 64, isNullable: true, label: m.display_floor_label, none: m.display_floor_all },
} as const satisfies Fields

/** Afterwards, by administrators. */
export const displayFields = {
  ...newDisplayFields,
  shows_names: { kind: 'flag', label: m.display_shows_names_label, help: m.display_shows_names_help },
} as const satisfies Fields
