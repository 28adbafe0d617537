import { adminFeatureGroup, groupOfUserType, type UserType } from '@eupnea/contract/access.ts'
import { isOfClinicAdmins } from '@eupnea/contract/users.fields.ts'
import { m } from '@eupnea/texts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { conflict, forbidden, notFound, refused } from '../platform/errors.ts'
import { hasOtherSuperadmin, type UserRow } from './users.sql.ts'

/** What a user may do follows from their groups (ID-7). */
interface Holder {
  readonly groups: readonly string[]
}
type Known = Pick<UserRow, 'id' | 'groups' | 'user_type' | 'clinic_ids'>
/** clinic_ids: absent where they stay */
type Wanted = Holder & Partial<Pick<UserRow, 'user_type' | 'clinic_ids'>>

export const groupsOf = (type: UserType, isAdminFeature: boolean): string[] => [
  groupOfUserType(type),
  ...(isAdminFeature ? [adminFeatureGroup] : []),
]

/** Whether a caller wants to give a user the administrators' group; undefined: they don't say. */
export const asksForAdminFeature = (said: {
  readonly is_admin_feature?: boolean | undefined
  readonly groups?: readonly string[] | undefined
}): boolean | undefined => said.is_admin_feature ?? said.groups?.includes(adminFeatureGroup)

export const isSuperadmin = ({ groups }: Holder): boolean => groups.includes('sa')
export const hasAdminFeature = ({ groups }: Holder): boolean => groups.includes(adminFeatureGroup)

/**
 * Prevents someone who administers users without being a Superadmin from gaining more rights through another account:
 * they can't touch Superadmins or other administrators, and can't give anyone rights of that kind.
 * @throws 403
 */
export function refuseEscalation({ actor }: Ctx, before: Known | null, after: Wanted | null = null): void {
  if (actor.type === 'job' || (actor.type === 'user' && actor.role === 'Superadmin')) return
  refuseBeyondClinics({ actor }, before, after)
  const isOwn = actor.type === 'user' && actor.id === before?.id
  if (before && (isSuperadmin(before) || (hasAdminFeature(before) && !isOwn))) throw forbidden()
  if (after && isSuperadmin(after)) throw forbidden()
  if (after && hasAdminFeature(after) && !(before && hasAdminFeature(before))) throw forbidden()
}

/**
 * A facility administrator manages Clinic users all of whose facilities are theirs, and makes no others: whoever works
 * elsewhere too is somebody else's to change (EA-3).
 * @throws 404 for who works at none of them, 403, 422 field `clinic_ids`
 */
export function refuseBeyondClinics(
  { actor }: Pick<Ctx, 'actor'>,
  before: Known | null,
  after: Wanted | null = null,
): void {
  if (actor.type !== 'user' || seesAll(actor)) return
  const { id, clinicIds } = actor
  const isTheirs = (clinic_id: string) => clinicIds.includes(clinic_id)
  if (before) {
    if (before.id !== id && !before.clinic_ids.some(isTheirs)) throw notFound('user')
    if (!isOfClinicAdmins(before.user_type) || !before.clinic_ids.every(isTheirs)) throw forbidden()
  }
  if (!after) return
  if (after.user_type !== undefined && !isOfClinicAdmins(after.user_type)) throw forbidden()
  if (after.clinic_ids?.length === 0) throw refused('clinic_ids', m.user_clinic_required())
  if (after.clinic_ids && !after.clinic_ids.every(isTheirs)) throw refused('clinic_ids', m.user_clinic_unknown())
}

/** @throws 409 with the given message, for the caller's own record (US-8) */
export function refuseOneself({ actor }: Ctx, user_id: string, message: string): void {
  if (actor.type === 'user' && actor.id === user_id) throw conflict('own_account', message)
}

/** Call before an active Superadmin stops being one. @throws 409 for the last (US-8) */
export async function refuseLastSuperadmin(ctx: Ctx, user: UserRow): Promise<void> {
  if (!isSuperadmin(user) || user.status !== 1 || (await hasOtherSuperadmin(ctx, user.id))) return
  throw conflict('last_superadmin', m.user_last_superadmin())
}
