import type { Ctx } from '../../platform/context.ts'
import { selectCredential, selectDirectoryRule } from '../credentials.sql.ts'

/** Whether a password of the portal lets this person in: not those who may only come by the house's directory (SI-1). */
export async function mayUsePassword(ctx: Ctx, user_id: string): Promise<boolean> {
  const { isDirectoryOnly } = await selectDirectoryRule(ctx, user_id)
  return !isDirectoryOnly && Boolean(await selectCredential(ctx, user_id))
}
