import { fitsClinics, mayAdministerClinics } from '@eupnea/contract/users.fields.ts'
import { m } from '@eupnea/texts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'

/** @throws 422 field `clinic_ids` when users of the type can't have that many */
export function checkClinicCount(type: string, count: number): void {
  if (!fitsClinics(type, count)) throw refused('clinic_ids', m.user_clinics_exactly_one())
}

/** Removes duplicates. @throws 422 field `clinic_ids` for an unknown clinic, or too many for the type */
export async function checkClinics(ctx: Ctx, type: string, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)]
  checkClinicCount(type, ids.length)
  const known = new Set((await clinicNames(ctx, ids)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw refused('clinic_ids', m.user_clinic_unknown())
  return ids
}

/** @throws 422 field `admin_clinic_ids` for a clinic that the user does not have, or a type that administers none */
export function checkAdminClinics(type: string, clinic_ids: readonly string[], given: readonly string[]): void {
  if (given.length > 0 && !mayAdministerClinics(type))
    throw refused('admin_clinic_ids', m.user_admin_clinics_not_of_type())
  if (given.some((id) => !clinic_ids.includes(id))) throw refused('admin_clinic_ids', m.user_admin_clinic_unknown())
}
