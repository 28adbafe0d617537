import { brokenRules } from '@eupnea/contract/field-kinds.ts'
import { residentFields, residentRules } from '@eupnea/contract/residents.fields.ts'
import { type saveResident as declaration, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { followBed } from '../beds/index.ts'
import { clinicOf, refuseFutureDates } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound, refused, refusedInput } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deletedResident } from './deleted-resident.ts'
import { linkSensor } from './link-sensor.ts'
import { residentAnswer } from './resident-answer.ts'
import { insertResident, selectResident, updateResident } from './residents.sql.ts'

/**
 * Adds a resident, or changes the one named by patient_id (RE-2), and links a sensor to them if one is named (EA-4).
 * @throws 404 for a clinic or resident outside the scope, 409 when the record has changed since or the resident is
 * deleted, 422 for a floor that the clinic doesn't have, or a date that hasn't begun there
 */
export const saveResident: Verb<typeof declaration> = async ({ ctx, input }) => {
  const {
    patient_id,
    clinic_id,
    mrNo,
    dateOfAdmission,
    if_updated_at,
    device_uid,
    first_name = '',
    last_name = '',
    ...rest
  } = input
  const before = patient_id ? await selectResident(ctx, patient_id) : undefined
  if (patient_id && (!before || (clinic_id && clinic_id !== before.clinic_id))) throw notFound('resident')
  const clinic = await clinicOf(ctx, before?.clinic_id ?? clinic_id ?? '')
  if (rest.floor && clinic.floors.length > 0 && !clinic.floors.includes(rest.floor))
    throw refused('floor', m.resident_floor_unknown({ clinic: clinic.name, floor: rest.floor }))
  refuseFutureDates(residentFields, input, clinic.tz)
  const record = { ...(before && residentAnswer(before)), ...input }
  const [broken] = brokenRules(residentRules, record, Object.keys(input))
  if (broken) throw refusedInput([{ field: broken.field, ...broken.fault }])
  // Omitted fields are undefined, and the query builder skips those, so they keep their value.
  const values = { ...rest, mr_no: mrNo, date_of_admission: dateOfAdmission }
  const change = { ...values, first_name: input.first_name, last_name: input.last_name }
  const id = before ? before.id : await insertResident(ctx, { ...values, first_name, last_name, clinic_id: clinic.id })
  if (before && !(await updateResident(ctx, id, change, if_updated_at))) throw await whyNot(ctx, id)
  const saved = (await selectResident(ctx, id))!
  if (before && (before.room !== saved.room || before.floor !== saved.floor)) await followBed(ctx, clinic.id, id)
  await recordAudit(ctx, {
    act: before ? 'resident.update' : 'resident.create',
    clinic_id: clinic.id,
    resident_id: id,
    ...(before && { changes: changesOf(before, saved, Object.keys(change)) }),
  })
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id: clinic.id, patient_id: id })
  if (!device_uid) return residentAnswer(saved)
  await linkSensor(ctx, id, device_uid)
  return residentAnswer((await selectResident(ctx, id))!)
}

async function whyNot(ctx: Ctx, id: string) {
  const row = await selectResident(ctx, id)
  if (!row) return notFound('resident')
  if (row.status === residentStatus.deleted) return deletedResident()
  return conflict('changed_meanwhile', m.resident_edited_meanwhile())
}
