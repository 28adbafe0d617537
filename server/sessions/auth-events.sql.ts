import type { AuthEvent } from '@eupnea/contract/users.ts'
import type { DB } from '@eupnea/db/types.ts'
import type { Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { selectPage } from '../platform/paging.ts'

/** Table auth_events: a user's sign-ins and attempts. */

export interface NewAuthEvent {
  readonly event_type: AuthEvent['EventType']
  readonly response: AuthEvent['EventResponse']
  readonly challenge: AuthEvent['ChallengeResponses'][number]['ChallengeName'] | null
}
export type AuthEventRow = Selectable<DB['auth_events']>

export async function insertAuthEvent(ctx: Ctx, user_id: string, event: NewAuthEvent): Promise<void> {
  await ctx.db
    .insertInto('auth_events')
    .values({ ...event, user_id, address: ctx.address, user_agent: ctx.userAgent })
    .execute()
}

/** Newest first. */
export async function selectAuthEvents(
  { db }: Ctx,
  user_id: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: AuthEventRow[]; total: number }> {
  const query = db.selectFrom('auth_events').where('user_id', '=', user_id)
  return selectPage(query.selectAll().orderBy('id', 'desc'), page)
}
