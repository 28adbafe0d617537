import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { clinicNames } from './clinic-of.ts'

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0

/**
 * Refuses to overwrite a change of someone's clinics that the caller hasn't seen.
 * @param noun whose clinics they are; locked until the transaction ends
 * @param was the clinics the caller saw when making the change
 * @throws 409 `user_clinics_changed`, `medical_group_clinics_changed`, field `clinic_ids`, when the current clinics
 * match neither `was` nor `wanted`
 */
export async function refuseStaleClinics(
  ctx: Ctx,
  noun: 'user' | 'medical_group',
  { held, wanted, was }: { held: readonly string[]; wanted: readonly string[]; was: readonly string[] | undefined },
): Promise<void> {
  // If they already match `wanted`, this very change may have set them and its answer was lost.
  if (!was || isSame(held, was) || isSame(held, wanted)) return
  const names = (await clinicNames(ctx, held)).map(({ name }) => name)
  const clinics = names.sort().join(', ')
  const message = clinics ? m.clinic_assignment_edited_meanwhile({ clinics }) : m.clinic_assignment_cleared_meanwhile()
  throw conflict(`${noun}_clinics_changed`, message, 'clinic_ids')
}
