import type { Display } from '@eupnea/contract/displays.ts'
import type { DisplayRow } from './displays.sql.ts'

/** A row as the contract's display. */
export const displayAnswer = (row: DisplayRow): Display => ({
  display_id: row.id,
  clinic_id: row.clinic_id,
  name: row.name,
  shows_names: row.shows_names,
  floor: row.floor,
  enrolled_by: row.enrolled_name,
  enrolled_at: row.enrolled_at.toString(),
  seen_at: row.seen_at?.toString() ?? null,
})
