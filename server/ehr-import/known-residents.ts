import { type EhrField, ehrFields } from '@eupnea/contract/ehr-import.ts'
import type { Ctx } from '../platform/context.ts'
import type { ImportedFields } from '../residents/index.ts'
import { type ImportableRow, type LinkRow, selectImportable, selectLinks } from './links.sql.ts'
import { type Known, nameKey, type Present } from './plan-row.ts'

/** Turns a row into what the plan needs. */
export function presentOf(row: ImportableRow): Present {
  const held = Object.fromEntries(ehrFields.map((field) => [field, String(row[field] ?? '')])) as Record<
    EhrField,
    string
  >
  return { id: row.resident_id, held, updated_at: row.updated_at.toString() }
}

/** Turns what the plan says into fields of the record. */
export const fieldsOf = (held: Readonly<Record<EhrField, string>>): ImportedFields => ({
  first_name: held.first_name,
  last_name: held.last_name,
  room: held.room,
  floor: held.floor,
  dob: held.dob || null,
  gender: held.gender || null,
  mr_no: held.mr_no || null,
  date_of_admission: held.date_of_admission || null,
  status: Number(held.status),
})

/** Values of a record of which nothing is known. */
export const nothingHeld: Readonly<Record<EhrField, string>> = {
  ...{ first_name: '', last_name: '', room: '', floor: '', dob: '', gender: '', mr_no: '' },
  ...{ date_of_admission: '', status: '1' },
}

/** All residents of the clinic, by everything an EHR may identify them by. */
export const loadKnown = async (ctx: Ctx, clinic_id: string, source: string): Promise<Known> =>
  knownBy(await selectImportable(ctx, clinic_id), await selectLinks(ctx, clinic_id, source))

/** @param links which person of a sender is which resident */
export function knownBy(rows: readonly ImportableRow[], links: readonly LinkRow[]): Known {
  const residents = rows.map(presentOf)
  const numbered = residents.filter(({ held }) => held.mr_no !== '')
  return {
    byId: new Map(residents.map((resident) => [resident.id, resident])),
    byRecordNumber: Map.groupBy(numbered, ({ held }) => held.mr_no),
    byName: Map.groupBy(residents, ({ held }) => nameKey(held.first_name, held.last_name)),
    linkOf: new Map(links.map((link) => [link.external_id, link])),
    linked: new Set(links.map(({ resident_id }) => resident_id)),
  }
}
