import { isDeepStrictEqual } from 'node:util'
import type { CallInput } from '@eupnea/contract/call.ts'
import type { Clinic, updateClinic as declaration } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { conflict, notFound, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { lockClinic, renameFloors, updateClinicRow } from './clinics.sql.ts'

/**
 * Changes a clinic; omitted fields keep their value, and so does the slug, because addresses contain it (FA-1).
 * @throws 404, 409 when someone has changed a field since (`was`), 422 for a floor that didn't get that name
 */
export const updateClinic: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, was = {}, renamed_floors = [], clinicDetail, ...rest } = input
  const held = await lockClinic(ctx, clinic_id)
  if (!held) throw notFound('facility')
  refuseStale(clinicAnswer(held), was, input)
  const { floors = held.floors } = input
  if (renamed_floors.some(({ from, to }) => floors.includes(from) || !floors.includes(to)))
    throw refused('renamed_floors', m.clinic_floor_not_renamed())
  const isRenamed = renamed_floors.length > 0
  const values = {
    ...rest,
    ...(clinicDetail !== undefined && { clinic_detail: clinicDetail }),
    ...(isRenamed && { floors }),
  }
  const fields = Object.keys(values)
  if (fields.length === 0) return clinicAnswer(held)
  const row = (await updateClinicRow(ctx, clinic_id, values))!
  const detail = isRenamed ? { renamed_floors } : {}
  await recordAudit(ctx, { act: 'clinic.update', clinic_id, changes: changesOf(held, row, fields), detail })
  if (isRenamed) {
    for (const display_id of await renameFloors(ctx, clinic_id, renamed_floors))
      await ctx.emit({ type: 'display_changed', display_id })
    for (const noun of ['residents', 'duties', 'displays', 'imports'] as const)
      await ctx.emit({ type: 'changed', noun, clinic_id })
  }
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
  // Beds are watched by the facility's clock, and notifications write times its way.
  if (row.tz !== held.tz || row.locale !== held.locale) await ctx.emit({ type: 'changed', noun: 'devices', clinic_id })
  return clinicAnswer(row)
}

type Input = CallInput<typeof declaration>

function refuseStale(held: Clinic, was: NonNullable<Input['was']>, wanted: Input): void {
  const fields = Object.keys(was) as (keyof typeof was)[]
  // If a field already has the wanted value, this very change may have set it and its answer was lost.
  const stale = fields.find(
    (field) =>
      was[field] !== undefined && ![was[field], wanted[field]].some((one) => isDeepStrictEqual(one, held[field])),
  )
  if (stale === undefined) return
  const value = [held[stale]].flat().join(', ')
  const message = value ? m.common_edited_meanwhile({ value }) : m.common_cleared_meanwhile()
  throw conflict('facility_changed', message, stale)
}
