import type { Act } from '@eupnea/contract/audit.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { changesOf, recordAudits } from '../audit/index.ts'
import { linkAgain, releaseDevice } from '../devices/index.ts'
import { closeLeave } from '../leaves/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type ImportedFields, insertImported, updateImported } from './import.sql.ts'

export interface ResidentsImport {
  readonly clinic_id: string
  /** more for the audit entries, such as the import's id */
  readonly detail: Readonly<Record<string, unknown>>
  /** a discharge is taken back, so the resident has their sensor again, and their leave goes on */
  readonly isUndo?: boolean
  /** the caller creates the ids */
  readonly add: readonly { readonly id: string; readonly fields: ImportedFields }[]
  readonly change: readonly {
    readonly id: string
    /** the whole record as it was */
    readonly before: ImportedFields
    /** the record as it should be */
    readonly fields: ImportedFields
    /** names of the fields that change */
    readonly changed: readonly string[]
    /** the record's updated_at when the change was planned */
    readonly unchangedSince: string
  }[]
}

/**
 * Adds and changes many residents of one clinic in the transaction of `ctx`, with an audit entry for each and one event
 * (EH-3). A resident who leaves frees their device (RE-4); for one who is back, the earlier leave is over (PL-6).
 * @returns ids of the changed ones; a missing one was changed or deleted meanwhile and is left alone
 */
export async function importResidents(
  ctx: Ctx,
  { clinic_id, detail, isUndo = false, add, change }: ResidentsImport,
): Promise<Set<string>> {
  await insertImported(
    ctx,
    clinic_id,
    add.map(({ id, fields }) => ({ id, ...fields })),
  )
  const done = await updateImported(
    ctx,
    clinic_id,
    change.map(({ id, fields, unchangedSince }) => ({ id, ...fields, unchanged_since: unchangedSince })),
  )
  const changed = change.filter(({ id }) => done.has(id))
  for (const { id, before, fields } of changed) {
    if (before.status === fields.status) continue
    if (before.status === residentStatus.active) await releaseDevice(ctx, id)
    else if (fields.status !== residentStatus.active) continue
    else if (isUndo) await linkAgain(ctx, clinic_id, id)
    else await closeLeave(ctx, { clinic_id, resident_id: id })
  }
  await recordAudits(ctx, [
    ...add.map(({ id }) => ({ act: 'resident.import-create' as const, clinic_id, resident_id: id, detail })),
    ...changed.map(({ id, before, fields, changed: names }) => ({
      act: actOf(before.status, fields.status),
      clinic_id,
      resident_id: id,
      detail,
      changes: changesOf(before, fields, names),
    })),
  ])
  if (add.length + changed.length > 0) await ctx.emit({ type: 'changed', noun: 'residents', clinic_id })
  return done
}

const actOf = (before: number, after: number): Act =>
  before === after
    ? 'resident.import-update'
    : after === residentStatus.active
      ? 'resident.import-readmit'
      : 'resident.import-discharge'
