import { line } from '@eupnea/contract/fields.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import {
  deleteGroup,
  deleteMembers,
  type GroupRow,
  insertGroup,
  insertMembers,
  knownPeople,
  selectGroups,
  updateGroup,
} from '../people.sql.ts'
import { rulesInForce, settlePerson } from '../settle-person.ts'
import { isObject, type Resource } from './filter.ts'
import { ScimError } from './scim-error.ts'

/** What the directory does with its groups. Whom a change concerns has the rights of it with the commit (SI-1). */

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const groupResource = (row: GroupRow, base: string): Resource => ({
  schemas: [groupSchema],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.name,
  members: row.members.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Users/${id}` })),
  meta: {
    resourceType: 'Group',
    created: row.created_at.toString(),
    lastModified: row.updated_at.toString(),
    location: `${base}/Groups/${row.id}`,
  },
})

export interface SentGroup {
  readonly name: string
  /** undefined: not given, so a known group keeps it */
  readonly external_id: string | null | undefined
  readonly members: readonly string[]
}

const nameOf = line(256, 1)

/** Reads a resource. @throws ScimError 400 `invalidValue` */
export function readGroup({ displayName, externalId, members }: Resource): SentGroup {
  const name = nameOf.safeParse(displayName)
  if (!name.success) throw new ScimError(400, 'displayName is missing, or longer than 256 characters', 'invalidValue')
  const given: readonly unknown[] = Array.isArray(members) ? members : []
  return {
    name: name.data,
    external_id:
      externalId === undefined ? undefined : typeof externalId === 'string' && externalId !== '' ? externalId : null,
    members: [...new Set(given.map((member) => String(isObject(member) ? member.value : member)))],
  }
}

/** @throws ScimError 404 */
export async function sentGroup(ctx: Ctx, id: string): Promise<GroupRow> {
  const [row] = await selectGroups(ctx, { id })
  if (!row) throw new ScimError(404, 'There is no such group')
  return row
}

/** @throws ScimError 400 for an unknown member, 409 `uniqueness` */
export async function createSentGroup(ctx: Ctx, { name, external_id = null, members }: SentGroup): Promise<GroupRow> {
  const [alike] = await selectGroups(ctx, { name })
  const id = alike ? undefined : await insertGroup(ctx, { name, external_id })
  if (!id) throw taken()
  await recordAudit(ctx, { act: 'directory.create-group', detail: { group_id: id, group_name: name, added: members } })
  await changeMembers(ctx, id, [], members)
  return sentGroup(ctx, id)
}

/** @throws ScimError 400 for an unknown member, 404, 409 `uniqueness` */
export async function updateSentGroup(ctx: Ctx, id: string, given: SentGroup): Promise<GroupRow> {
  const before = await sentGroup(ctx, id)
  const { name, external_id = before.external_id, members } = given
  if ((await selectGroups(ctx, { name })).some((group) => group.id !== id)) throw taken()
  await updateGroup(ctx, id, { name, external_id })
  const had = before.members.map((member) => member.id)
  // By id: a group may give rights.
  const changed = await changeMembers(ctx, id, had, members)
  await recordAudit(ctx, { act: 'directory.update-group', detail: { group_id: id, group_name: name, ...changed } })
  if (name !== before.name) await settleAll(ctx, had)
  return sentGroup(ctx, id)
}

/** @throws ScimError 404 */
export async function deleteSentGroup(ctx: Ctx, id: string): Promise<void> {
  const { name, members } = await sentGroup(ctx, id)
  const removed = members.map((member) => member.id)
  await deleteGroup(ctx, id)
  await recordAudit(ctx, { act: 'directory.delete-group', detail: { group_id: id, group_name: name, removed } })
  await settleAll(ctx, removed)
}

async function changeMembers(ctx: Ctx, id: string, had: readonly string[], wanted: readonly string[]) {
  const added = wanted.filter((member) => !had.includes(member))
  const removed = had.filter((member) => !wanted.includes(member))
  const known = await knownPeople(ctx, added)
  if (known.size < added.length) throw new ScimError(400, 'A member is no user of this directory', 'invalidValue')
  await deleteMembers(ctx, id, removed)
  await insertMembers(ctx, id, added)
  await settleAll(ctx, [...added, ...removed])
  return { added, removed }
}

async function settleAll(ctx: Ctx, user_ids: readonly string[]): Promise<void> {
  const rules = await rulesInForce(ctx)
  for (const user_id of user_ids.toSorted()) await settlePerson(ctx, user_id, rules)
}

const taken = () => new ScimError(409, 'The portal has a group of this name', 'uniqueness')
