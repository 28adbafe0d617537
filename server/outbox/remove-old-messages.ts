import type { Ctx } from '../platform/context.ts'
import { dropAttachment } from './attachment.ts'
import { deleteOldMessages } from './outbox.sql.ts'

/** Long enough to look into a complaint, short enough for what is personal in them. */
const days = 30
/** Notices hold no codes and prove who was told what; as long as readings are kept. */
const daysOfNotices = 400

export async function removeOldMessages(ctx: Ctx): Promise<void> {
  for (const [age, isNotice] of [
    [days, false],
    [daysOfNotices, true],
  ] as const)
    for (const message of await deleteOldMessages(ctx, age, isNotice)) await dropAttachment(ctx, message)
}
