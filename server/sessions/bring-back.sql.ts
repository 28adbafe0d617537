import type { Database } from '../platform/database.ts'
import { bringBack, earlierBy, inSeconds } from '../platform/instants.ts'
import { liveTokenSeconds } from './token.ts'

const ahead = inSeconds(60)

/**
 * After the database's clock was set back: codes, challenges, sessions and live tokens dated in the future count from
 * now, so that none is valid for longer than it says.
 */
export async function bringBackProofs(db: Database): Promise<void> {
  await bringBack(db, 'codes', 'sent_at', 'expires_at')
  await bringBack(db, 'verifications', 'created_at', 'expires_at')
  // Of these only the end is known.
  await db
    .updateTable('live_tokens')
    .set({ expires_at: inSeconds(liveTokenSeconds) })
    .where('expires_at', '>', inSeconds(liveTokenSeconds + 60))
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
