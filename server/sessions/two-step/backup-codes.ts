import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { hashToken } from '../token.ts'
import { deleteBackupCode, replaceBackupCodes, selectFactors } from './two-step.sql.ts'

/** Codes for when the app or passkey is lost: 80 random bits each, shown once, used once (DO-5). */

const count = 10
/** Without letters that are taken for digits. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

// 256 is a multiple of 32, so each sign is as likely as any other.
const newCode = (): string =>
  [...randomBytes(length)]
    .map((byte) => signs[byte % signs.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

const hashOf = (user_id: string, code: string): string => hashToken(`backup-code:${user_id}:${code}`)

const plain = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** Replaces a user's backup codes. @returns the new ones */
export async function makeBackupCodes(ctx: Ctx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await replaceBackupCodes(
    ctx,
    user_id,
    codes.map((code) => hashOf(user_id, plain(code))),
  )
  return codes
}

/** The first ones of a user; none if they have some. */
export const makeFirstBackupCodes = async (ctx: Ctx, user_id: string): Promise<string[]> =>
  (await selectFactors(ctx, user_id)).backupCodes > 0 ? [] : makeBackupCodes(ctx, user_id)

/** @returns false: wrong, or used before */
export const takeBackupCode = (ctx: Ctx, user_id: string, code: string): Promise<boolean> =>
  deleteBackupCode(ctx, user_id, hashOf(user_id, plain(code)))
