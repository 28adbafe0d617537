import type { Ctx } from '../platform/context.ts'
import { selectUsersById, type UserRow } from '../users/index.ts'
import { type PersonRow, selectPeople } from './people.sql.ts'
import { hasRights, rulesInForce, verdictOf } from './settle-person.ts'

/** What somebody may do, or would: null if they are not let in. */
export interface Rights {
  readonly user_type: string
  readonly is_admin_feature: boolean
  readonly clinic_ids: readonly string[]
}

export interface Change {
  readonly user: UserRow
  readonly before: Rights | null
  readonly after: Rights | null
}

/** For whom of the directory the rules give something else than they have, by name (SI-1). */
export async function changesWaiting(ctx: Ctx): Promise<Change[]> {
  const rules = await rulesInForce(ctx)
  const people = await selectPeople(ctx)
  const users = new Map(
    (
      await selectUsersById(
        ctx,
        people.map(({ user_id }) => user_id),
      )
    ).map((user) => [user.id, user]),
  )
  const changes: Change[] = []
  for (const person of people) {
    const user = users.get(person.user_id)!
    const { rights, refusal } = verdictOf(rules, person, user)
    if (refusal === 'local' || isKeptOut(user, person)) continue
    const before = user.status === 1 ? rightsOf(user) : null
    if (before && rights ? !hasRights(user, rights) : Boolean(before) !== Boolean(rights))
      changes.push({ user, before, after: rights })
  }
  return changes.sort((a, b) => a.user.name.localeCompare(b.user.name, 'en'))
}

/** A person here has disabled the account; the directory doesn't enable it. */
const isKeptOut = (user: UserRow, person: PersonRow): boolean => user.status === 0 && !person.is_barred

const rightsOf = (user: UserRow): Rights => ({
  user_type: user.user_type,
  is_admin_feature: user.groups.includes('superadmin-feature'),
  clinic_ids: user.clinic_ids,
})
