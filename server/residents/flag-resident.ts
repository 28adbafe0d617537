import { type flagResident as declaration, residentStatus } from '@eupnea/contract/residents.ts'
import { type FlagStatus, flagName, mayFlag } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deletedResident } from './deleted-resident.ts'
import { residentAnswer } from './resident-answer.ts'
import { insertFlagLog, moveFlag, selectResident } from './residents.sql.ts'

/**
 * Changes the flag with a note, and logs who, when and why (RE-6).
 * @throws 409 for a change that isn't allowed, and for a deleted resident
 */
export const flagResident: Verb<typeof declaration> = async ({ ctx, input }) => {
  const before = await selectResident(ctx, input.patient_id)
  if (!before) throw notFound('resident')
  if (before.status === residentStatus.deleted) throw deletedResident()
  const from = before.flag_status as FlagStatus
  if (!mayFlag(from, input.status))
    throw conflict(
      'flag_refused',
      m.resident_flag_refused({ from: flagName(from), to: flagName(input.status) }),
      'status',
    )
  if (!(await moveFlag(ctx, before.id, from, input.status)))
    throw conflict('flag_changed', m.resident_flag_edited_meanwhile(), 'status')
  await insertFlagLog(ctx, {
    clinic_id: before.clinic_id,
    resident_id: before.id,
    status: input.status,
    note: input.note,
    created_by: ctx.actor.type === 'user' ? ctx.actor.name : m.resident_flag_by_portal(),
  })
  await recordAudit(ctx, {
    act: 'resident.flag',
    clinic_id: before.clinic_id,
    resident_id: before.id,
    changes: changesOf({ status: from }, { status: input.status }),
  })
  await ctx.emit({ type: 'changed', noun: 'residents', clinic_id: before.clinic_id, patient_id: before.id })
  return residentAnswer((await selectResident(ctx, before.id))!)
}
