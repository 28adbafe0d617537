import type { MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { clinicNames } from '../facilities/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound, refused } from '../platform/errors.ts'
import { medicalGroupAnswers } from './medical-group-answer.ts'
import { selectMedicalGroup } from './medical-groups.sql.ts'

/** @throws 404 */
export async function medicalGroupOf(ctx: Ctx, id: string): Promise<MedicalGroup> {
  const row = await selectMedicalGroup(ctx, id)
  if (!row) throw notFound('medical group')
  return (await medicalGroupAnswers(ctx, [row]))[0]!
}

/** Each facility once. @throws 422 field `clinic_ids` when one of them does not exist */
export async function checkClinics(ctx: Ctx, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)]
  if ((await clinicNames(ctx, ids)).length < ids.length) throw refused('clinic_ids', 'This facility does not exist')
  return ids
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0

/**
 * Facilities that somebody has given or taken meanwhile are not overwritten by who has not seen it. Of a group that is
 * held.
 * @throws 409 field `clinic_ids` when they are neither as they were seen nor as they are wanted
 */
export async function refuseStaleClinics(
  ctx: Ctx,
  id: string,
  wanted: readonly string[],
  was: { readonly clinic_ids: readonly string[] } | undefined,
): Promise<void> {
  if (!was) return
  const { facilities } = await medicalGroupOf(ctx, id)
  const held = facilities.map((clinic) => clinic.id)
  // What is already as it is wanted may have been set by this very change, whose answer was lost.
  if (isSame(held, was.clinic_ids) || isSame(held, wanted)) return
  const told = facilities.map(({ name }) => name).join(', ') || 'none'
  throw conflict('medical_group_clinics_changed', `Somebody has changed this meanwhile to ${told}`, 'clinic_ids')
}
