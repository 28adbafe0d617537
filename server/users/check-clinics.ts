import type { UserType } from '@eupnea/contract/access.ts'
import { clinicNames } from '../facilities/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'

/** Types that belong to exactly one facility (US-4). */
const ofOneClinic: readonly string[] = ['clinic-app', 'home_health_patient'] satisfies UserType[]

/** @throws 422 field `clinic_ids` when users of the type cannot have so many */
export function checkClinicCount(type: string, count: number): void {
  if (ofOneClinic.includes(type) && count !== 1)
    throw refused('clinic_ids', 'This type of user belongs to exactly one facility')
}

/** @returns each facility once @throws 422 field `clinic_ids` for one that does not exist, or too many for the type */
export async function checkClinics(ctx: Ctx, type: string, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)]
  checkClinicCount(type, ids.length)
  const known = new Set((await clinicNames(ctx, ids)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw refused('clinic_ids', 'This facility does not exist')
  return ids
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0

/**
 * What somebody has taken meanwhile must not be given again by who has not seen it. Of a user who is held.
 * @throws 409 field `clinic_ids` when the facilities are neither as they were seen nor as they are wanted
 */
export async function refuseStaleClinics(
  ctx: Ctx,
  held: readonly string[],
  wanted: readonly string[],
  was: { readonly clinic_ids: readonly string[] } | undefined,
): Promise<void> {
  // What is already as it is wanted may have been set by this very change, whose answer was lost.
  if (!was || isSame(held, was.clinic_ids) || isSame(held, wanted)) return
  const names = (await clinicNames(ctx, held)).map(({ name }) => name)
  const told = names.sort().join(', ') || 'none'
  throw conflict('user_clinics_changed', `Somebody has changed this meanwhile to ${told}`, 'clinic_ids')
}
