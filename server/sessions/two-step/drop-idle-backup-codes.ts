import type { Ctx } from '../../platform/context.ts'
import { replaceBackupCodes, selectFactors } from './two-step.sql.ts'

/** Backup codes stand in for something; without that they open nothing and are made anew the next time. */
export async function dropIdleBackupCodes(ctx: Ctx, user_id: string): Promise<void> {
  const { hasApp, hasPasskey } = await selectFactors(ctx, user_id)
  if (!hasApp && !hasPasskey) await replaceBackupCodes(ctx, user_id, [])
}
