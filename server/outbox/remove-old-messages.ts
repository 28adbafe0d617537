import type { Ctx } from '../platform/context.ts'
import { dropAttachment } from './attachment.ts'
import { deleteOldMessages } from './outbox.sql.ts'

/** Long enough to look into a complaint, short enough for the personal data in them. */
const days = 30
/** Notices contain no codes and prove who was notified of what; kept as long as readings. */
const daysOfNotices = 400

export async function removeOldMessages(ctx: Ctx): Promise<void> {
  for (const [age, isNotice] of [
    [days, false],
    [daysOfNotices, true],
  ] as const)
    for (const message of await deleteOldMessages(ctx, age, isNotice)) await dropAttachment(ctx, message)
}
