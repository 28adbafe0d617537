import { randomBytes } from 'node:crypto'
import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { insertUser, isWithoutUsers, saveCredential } from './credentials.sql.ts'
import { hashPassword } from './password.ts'

export interface FirstSuperadmin {
  readonly email: string
  readonly password: string
  /** whether it must be shown now, because only its hash is stored */
  readonly isGenerated: boolean
}

const named = { first_name: 'Super', last_name: 'Admin' }

/**
 * Creates the first Superadmin if there are no users; several nodes may try at the same time.
 * @returns null when there are users
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
  // The operator's own password isn't checked for strength: refusing to start would help nobody.
  await saveCredential(ctx, id, await hashPassword(password))
  await recordAudit(ctx, { act: 'user.create-first-superadmin', detail: { user_id: id } })
  return { email, password, isGenerated: given.password === undefined }
}

/** 120 random bits as letters and digits, in groups that are easy to read and type. */
export const generatePassword = (): string =>
  randomBytes(15)
    .toString('base64url')
    .replaceAll(/[-_]/g, 'x')
    .replaceAll(/(.{5})(?=.)/g, '$1-')
