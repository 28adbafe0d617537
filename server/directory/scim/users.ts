import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { addDirectoryUser, deleteUser, lockUser, setUserStatus, updateUser, userOfEmail } from '../../users/index.ts'
import { selectSettings } from '../directory.sql.ts'
import {
  deletePerson,
  insertPerson,
  type PersonRow,
  type SentRow,
  selectPerson,
  selectSent,
  updatePerson,
} from '../people.sql.ts'
import { isLocalSuperadmin, settlePerson } from '../settle-person.ts'
import { ScimError } from './scim-error.ts'
import type { SentPerson } from './user-resource.ts'

/** What the directory does with its people (SI-1). */

/** @throws ScimError 404 */
export async function sentUser(ctx: Ctx, id: string): Promise<SentRow> {
  const [row] = await selectSent(ctx, { id })
  if (!row) throw new ScimError(404, 'There is no such user')
  return row
}

/**
 * Takes somebody in. An account with their address is theirs if it came to be by the directory, or if the settings say
 * so, unless it is a Superadmin's.
 * @throws ScimError 409 `uniqueness`
 */
export async function createSent(ctx: Ctx, given: SentPerson): Promise<SentRow> {
  const { user_name, external_id = null, is_active = true, email, first_name, last_name } = given
  await refuseTaken(ctx, given, null)
  const account = await userOfEmail(ctx, email)
  const sent = { user_name, external_id, is_active }
  let user_id: string
  if (!account) {
    const made = await addDirectoryUser(ctx, { email, email_verified: false, first_name, last_name })
    if (!made) throw taken()
    user_id = made
    await insertPerson(ctx, { user_id, ...sent, is_created: true, is_barred: true })
    await changeAccount(ctx, user_id, given)
  } else {
    user_id = account.id
    const person = await selectPerson(ctx, user_id)
    const { links_by_email } = await selectSettings(ctx)
    const isOurs = account.groups.includes('sa') && person?.ruled_type !== 'sa'
    if (isOurs || person?.user_name || !(person?.is_created || links_by_email)) throw taken()
    if (person) await updatePerson(ctx, user_id, sent)
    else await insertPerson(ctx, { user_id, ...sent, is_created: false })
    await recordAudit(ctx, { act: 'directory.link', detail: { user_id, by: 'scim' } })
  }
  await recordAudit(ctx, { act: 'directory.create-user', detail: { user_id, is_active } })
  await settlePerson(ctx, user_id)
  return sentUser(ctx, user_id)
}

/** @throws ScimError 403 for a Superadmin of the portal's own, 409 `uniqueness` */
export async function updateSent(ctx: Ctx, id: string, given: SentPerson): Promise<SentRow> {
  const before = await personToChange(ctx, id)
  await refuseTaken(ctx, given, id)
  const { user_name, external_id = before.external_id, is_active = before.is_active } = given
  await updatePerson(ctx, id, { user_name, external_id, is_active })
  await changeAccount(ctx, id, given)
  await recordAudit(ctx, { act: 'directory.update-user', detail: { user_id: id, is_active } })
  await settlePerson(ctx, id)
  return sentUser(ctx, id)
}

/** An account that came to be by the directory is deleted, another one disabled. @throws ScimError 403, 404 */
export async function deleteSent(ctx: Ctx, id: string): Promise<void> {
  const { is_created } = await personToChange(ctx, id)
  await recordAudit(ctx, { act: 'directory.delete-user', detail: { user_id: id } })
  if (is_created) return void (await deleteUser({ ctx, input: { user_id: id } }))
  const user = await lockUser(ctx, id)
  if (user.status === 1) await setUserStatus({ ctx, input: { user_id: id, status: 0 } })
  await deletePerson(ctx, id)
}

async function personToChange(ctx: Ctx, id: string): Promise<PersonRow> {
  await sentUser(ctx, id)
  const person = (await selectPerson(ctx, id))!
  if (isLocalSuperadmin(await lockUser(ctx, id), person))
    throw new ScimError(403, 'This Superadmin was made one in the portal, and only a Superadmin there can change that')
  return person
}

async function refuseTaken(ctx: Ctx, { user_name, external_id }: SentPerson, id: string | null): Promise<void> {
  const alike = await selectSent(ctx, { user_name })
  if (external_id) alike.push(...(await selectSent(ctx, { external_id })))
  if (alike.some(({ user_id }) => user_id !== id)) throw taken()
}

const taken = () => new ScimError(409, 'The portal has a user with this name or address', 'uniqueness')

async function changeAccount(ctx: Ctx, user_id: string, given: SentPerson): Promise<void> {
  const { email, first_name, last_name } = given
  const before = await lockUser(ctx, user_id)
  // A number that sign-in codes go to stays. Refusing its removal would refuse the rest too, such as that they have left.
  const contact = given.contact === null && before.is_otp_enabled ? undefined : given.contact
  const isSame =
    before.email === email &&
    before.name === userName({ first_name, last_name }) &&
    (contact === undefined || before.contact === contact)
  if (!isSame) await updateUser({ ctx, input: { user_id, email, first_name, last_name, contact } })
}
