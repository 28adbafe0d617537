import type { UserType } from '@eupnea/contract/access.ts'
import { type DirectoryRefusal, type DirectoryVerdict, judgeGroups } from '@eupnea/contract/rules/directory-rights.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { isSuperadmin, lockUser, setUserStatus, type UserRow, updateUser } from '../users/index.ts'
import { type RuleRow, selectRules } from './directory.sql.ts'
import { type PersonRow, selectPerson, updatePerson } from './people.sql.ts'

/** local: a Superadmin whom no rule has made one, which the directory can't change. inactive: deactivated by SCIM. */
export type Refusal = DirectoryRefusal | 'local' | 'inactive'

interface Account {
  readonly groups: readonly string[]
}

/** The rules, without facilities that no longer exist. */
export async function rulesInForce(ctx: Ctx): Promise<RuleRow[]> {
  const rules = await selectRules(ctx)
  const known = new Set(
    (
      await clinicNames(
        ctx,
        rules.flatMap((rule) => rule.clinic_ids),
      )
    ).map(({ id }) => id),
  )
  return rules.map((rule) => ({ ...rule, clinic_ids: rule.clinic_ids.filter((id) => known.has(id)) }))
}

/** Whether the directory must leave this account alone. */
export const isLocalSuperadmin = (user: Account, person: Pick<PersonRow, 'ruled_type'>): boolean =>
  isSuperadmin(user) && person.ruled_type !== 'sa'

/** What the rules give a person of the directory now, and why. */
export function verdictOf(
  rules: readonly RuleRow[],
  person: Pick<PersonRow, 'groups' | 'is_active' | 'ruled_type'>,
  user: Account,
): Omit<DirectoryVerdict<RuleRow>, 'refusal'> & { readonly refusal: Refusal | null } {
  const verdict = judgeGroups(rules, person.groups)
  if (isLocalSuperadmin(user, person)) return { ...verdict, rights: null, refusal: 'local' }
  if (!person.is_active) return { ...verdict, rights: null, refusal: 'inactive' }
  return verdict
}

/**
 * Gives a person of the directory what its groups give by the rules, or disables their account, which ends their
 * sessions, live connections, duties and links with the commit (SI-1).
 * @throws 409 for the last Superadmin of the portal's own (US-8)
 */
export async function settlePerson(ctx: Ctx, user_id: string, rules?: readonly RuleRow[]): Promise<Refusal | null> {
  const user = await lockUser(ctx, user_id)
  const person = (await selectPerson(ctx, user_id))!
  const { rights, refusal, because } = verdictOf(rules ?? (await rulesInForce(ctx)), person, user)
  if (refusal === 'local') return refusal
  if (!rights) {
    if (user.status === 1) {
      await setUserStatus({ ctx, input: { user_id, status: 0 } })
      await updatePerson(ctx, user_id, { is_barred: true })
      await recordAudit(ctx, { act: 'directory.settle', detail: { user_id, refusal } })
    }
    return refusal
  }
  const { user_type, is_admin_feature, clinic_ids } = rights
  const isChanged = !hasRights(user, rights)
  if (isChanged) await updateUser({ ctx, input: { user_id, user_type, is_admin_feature, clinic_ids: [...clinic_ids] } })
  if (person.ruled_type !== user_type) await updatePerson(ctx, user_id, { ruled_type: user_type })
  const isLetIn = user.status === 0 && person.is_barred
  if (isLetIn) await setUserStatus({ ctx, input: { user_id, status: 1 } })
  if (isChanged || isLetIn) {
    const groups = because.map((rule) => rule.group_name)
    await recordAudit(ctx, { act: 'directory.settle', detail: { user_id, user_type, groups } })
  }
  return null
}

/** Whether an account has just these rights. */
export const hasRights = (
  user: Pick<UserRow, 'user_type' | 'groups' | 'clinic_ids'>,
  rights: { readonly user_type: UserType; readonly is_admin_feature: boolean; readonly clinic_ids: readonly string[] },
): boolean =>
  user.user_type === rights.user_type &&
  user.groups.includes('superadmin-feature') === rights.is_admin_feature &&
  user.clinic_ids.toSorted().join() === rights.clinic_ids.toSorted().join()
