import type { Database } from '../platform/database.ts'
import { earlierBy, inSeconds } from '../platform/instants.ts'

const ahead = inSeconds(60)

/**
 * After the database's clock was set back: codes, challenges and sessions dated in the future count from now, so that none
 * is valid for longer than it says.
 */
export async function bringBackProofs(db: Database): Promise<void> {
  await db
    .updateTable('codes')
    .set({ expires_at: earlierBy('expires_at', 'sent_at'), sent_at: earlierBy('sent_at', 'sent_at') })
    .where('sent_at', '>', ahead)
    .execute()
  await db
    .updateTable('verifications')
    .set({ expires_at: earlierBy('expires_at', 'created_at'), created_at: earlierBy('created_at', 'created_at') })
    .where('created_at', '>', ahead)
    .execute()
  await db
    .updateTable('sessions')
    .set({
      expires_at: earlierBy('expires_at', 'updated_at'),
      updated_at: earlierBy('updated_at', 'updated_at'),
      created_at: earlierBy('created_at', 'created_at'),
      proved_at: earlierBy('proved_at', 'proved_at'),
    })
    .where(({ or, eb }) => or([eb('updated_at', '>', ahead), eb('proved_at', '>', ahead)]))
    .execute()
}
