import { judgeGroups } from '@eupnea/contract/rules/directory-rights.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { addDirectoryUser, userOfEmail } from '../users/index.ts'
import type { Claims } from './claims.ts'
import { selectSettings } from './directory.sql.ts'
import {
  insertPerson,
  lockDirectory,
  selectPerson,
  selectPersonOfExternalId,
  selectPersonOfSubject,
  selectSent,
  updatePerson,
} from './people.sql.ts'
import { type Refusal, rulesInForce, settlePerson } from './settle-person.ts'

/**
 * Whom the identity provider has signed in: finds, links or creates the account, and gives it what its groups give now
 * (SI-1).
 * @returns the user's id, or why they are not let in, which is recorded and commits
 */
export async function admit(ctx: Ctx, claims: Claims): Promise<string | PortalError> {
  await lockDirectory(ctx)
  const found = await findAccount(ctx, claims)
  if (found instanceof PortalError) return refuse(ctx, claims, found)
  // Groups of another day let nobody in, and unknown ones put nobody out.
  if (!claims.groups && !(await isLetInBySent(ctx, found))) return refuse(ctx, claims, groupsLeftOut(), found)
  await updatePerson(ctx, found, { claimed_groups: [...(claims.groups ?? [])] })
  const refusal = await settlePerson(ctx, found)
  return refusal ? refuse(ctx, claims, refusalOf(refusal), found) : found
}

/** Whether the groups that SCIM has sent are enough. */
async function isLetInBySent(ctx: Ctx, id: string): Promise<boolean> {
  const [sent] = await selectSent(ctx, { id })
  return (
    sent !== undefined &&
    judgeGroups(
      await rulesInForce(ctx),
      sent.sent_groups.map(({ name }) => name),
    ).rights !== null
  )
}

async function findAccount(ctx: Ctx, claims: Claims): Promise<string | PortalError> {
  const { issuer, subject, email } = claims
  const known = await selectPersonOfSubject(ctx, issuer, subject)
  if (known) return known.user_id
  const sent = await selectPersonOfExternalId(ctx, claims.ids)
  if (sent) return link(ctx, sent.user_id, claims, 'external_id')
  if (!email) return notLetIn('directory_no_email', m.directory_no_email())
  const user = await userOfEmail(ctx, email)
  if (!user) return create(ctx, claims, email)

  const person = await selectPerson(ctx, user.id)
  const { links_by_email } = await selectSettings(ctx)
  // Whoever can change addresses in the directory must not become an administrator here by that.
  const isOurs = user.groups.includes('sa') && person?.ruled_type !== 'sa'
  const mayLink = claims.isEmailVerified && !person?.issuer && !isOurs && (person?.is_created || links_by_email)
  if (!mayLink) return notLetIn('directory_email_taken', m.directory_email_taken())
  if (!person) await insertPerson(ctx, { user_id: user.id, is_created: false, ruled_type: null })
  return link(ctx, user.id, claims, 'email')
}

async function link(ctx: Ctx, user_id: string, { issuer, subject }: Claims, by: string): Promise<string> {
  await updatePerson(ctx, user_id, { issuer, subject })
  await recordAudit(ctx, { act: 'directory.link', detail: { user_id, by } })
  return user_id
}

/** People whom no group lets in get no account. */
async function create(ctx: Ctx, claims: Claims, email: string): Promise<string | PortalError> {
  if (!claims.groups) return groupsLeftOut()
  const { refusal } = judgeGroups(await rulesInForce(ctx), claims.groups)
  if (refusal) return refusalOf(refusal)
  const { issuer, subject, first_name, last_name, isEmailVerified } = claims
  const user_id = await addDirectoryUser(ctx, { email, email_verified: isEmailVerified, first_name, last_name })
  if (!user_id) return notLetIn('directory_email_taken', m.directory_email_taken())
  await insertPerson(ctx, { user_id, issuer, subject, is_created: true, is_barred: true })
  return user_id
}

async function refuse(ctx: Ctx, { subject }: Claims, refusal: PortalError, user_id?: string): Promise<PortalError> {
  await recordAudit(ctx, {
    act: 'directory.refuse',
    detail: { subject, because: refusal.code, ...(user_id && { user_id }) },
  })
  return refusal
}

const notLetIn = (code: string, message: string) =>
  new PortalError(403, code, message, { title: m.directory_refused_title() })

const groupsLeftOut = () => notLetIn('directory_groups_left_out', m.directory_groups_left_out())

const refusalWords: Record<Refusal, () => string> = {
  no_group: m.directory_no_group,
  not_one_clinic: m.directory_not_one_clinic,
  local: m.directory_local,
  inactive: m.directory_inactive,
}
const refusalOf = (refusal: Refusal): PortalError => notLetIn(`directory_${refusal}`, refusalWords[refusal]())

/** A person here has disabled the account, which the directory doesn't undo. */
export const accountDisabled = () => notLetIn('directory_disabled', m.directory_disabled())
