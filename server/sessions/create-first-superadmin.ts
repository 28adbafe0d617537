import { randomBytes } from 'node:crypto'
import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { insertUser, isWithoutUsers, saveCredential } from './credentials.sql.ts'
import { hashPassword } from './password.ts'

export interface FirstSuperadmin {
  readonly email: string
  readonly password: string
  /** then it must be shown now: it is stored hashed */
  readonly isGenerated: boolean
}

const named = { first_name: 'Super', last_name: 'Admin' }

/**
 * On an empty users table creates the first Superadmin; several nodes may try at once. @returns null when there are
 * users already
 */
export async function createFirstSuperadmin(
  ctx: Ctx,
  given: { readonly email: string; readonly password?: string | undefined },
): Promise<FirstSuperadmin | null> {
  if (!(await isWithoutUsers(ctx))) return null
  const email = given.email.trim().toLowerCase()
  const password = given.password ?? generatePassword()
  const id = await insertUser(ctx, {
    email,
    ...named,
    name: userName(named),
    user_type: 'sa',
    groups: ['sa'],
  })
  // The operator's own choice is not weighed: a portal that does not start for it helps nobody.
  await saveCredential(ctx, id, await hashPassword(password))
  await recordAudit(ctx, { act: 'user.create-first-superadmin', detail: { user_id: id } })
  return { email, password, isGenerated: given.password === undefined }
}

/** 120 random bits in letters and digits, in groups that can be read and typed. */
export const generatePassword = (): string =>
  randomBytes(15)
    .toString('base64url')
    .replaceAll(/[-_]/g, 'x')
    .replaceAll(/(.{5})(?=.)/g, '$1-')
