import type { linkMemberResident as declaration } from '@eupnea/contract/members.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deletedResident } from '../residents/index.ts'
import { deleteResidentLink, putResident, selectLinkable } from './links.sql.ts'
import { findMember, memberAnswer } from './member-answer.ts'

/**
 * Links a member to the resident whose nights they see (ME-1).
 * @throws 404, 409 when they are already linked, or the resident is unknown or deleted
 */
export const linkMemberResident: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_uid, patient_id } = input
  const { user_id } = await findMember(ctx, user_uid)
  if (patient_id === null) {
    const resident_id = await deleteResidentLink(ctx, user_id)
    if (!resident_id) throw conflict('not_linked', m.member_resident_unlinked_already())
    await recordAudit(ctx, { act: 'member.unlink-resident', resident_id, detail: { user_id } })
  } else {
    const resident = await selectLinkable(ctx, patient_id)
    if (!resident) throw notFound('resident')
    if (resident.status === residentStatus.deleted) throw deletedResident()
    if (!(await putResident(ctx, user_id, patient_id)))
      throw conflict('already_linked', m.member_resident_linked_already())
    await recordAudit(ctx, {
      act: 'member.link-resident',
      clinic_id: resident.clinic_id,
      resident_id: patient_id,
      detail: { user_id },
    })
  }
  return (await memberAnswer(ctx, user_uid)).member
}
