import type { AuthEvent } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { type AuthEventRow, selectAuthEvents } from './auth-events.sql.ts'

/** A user's sign-ins and attempts, newest first, in the contract's form (US-3). */
export async function listAuthEvents(
  ctx: Ctx,
  user_id: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: AuthEvent[]; total: number }> {
  const { rows, total } = await selectAuthEvents(ctx, user_id, page)
  return { rows: rows.map(authEventAnswer), total }
}

const authEventAnswer = (row: AuthEventRow): AuthEvent => ({
  EventId: String(row.id),
  EventType: row.event_type as AuthEvent['EventType'],
  CreationDate: row.at.toString(),
  EventResponse: row.response as AuthEvent['EventResponse'],
  ChallengeResponses: row.challenge
    ? [
        {
          ChallengeName: row.challenge as AuthEvent['ChallengeResponses'][number]['ChallengeName'],
          ChallengeResponse: row.response === 'Fail' ? 'Failure' : 'Success',
        },
      ]
    : [],
  EventContextData: { IpAddress: row.address, DeviceName: row.user_agent },
})
