import { randomBytes } from 'node:crypto'
import type { Call } from '@eupnea/contract/call.ts'
import type { SignInAnswer } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { startTestHttp, type TestUser } from '../../tests/kit/portal.ts'
import { outboxRoutes } from '../outbox/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import type { Route } from '../platform/route.ts'
import { saveCredential } from './credentials.sql.ts'
import { listAuthEvents, sessionRoutes } from './index.ts'
import { hashPassword } from './password.ts'

/** A portal with people who sign in, and the messages they get. */

export const password = 'tall-ships-at-noon'
export const newPassword = 'low-tide-before-dawn'

export const invalidOtp = {
  code: 'invalid_otp',
  title: 'Invalid OTP',
  message: 'The code is wrong or has expired. Check it or request another.',
}

interface Flags {
  readonly is_otp_enabled?: boolean
  readonly new_password_required?: boolean
  readonly contact?: string
  readonly status?: number
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export type People = Awaited<ReturnType<typeof startPeople>>

/** @param routes more calls to try */
export async function startPeople(routes: readonly Route[] = []) {
  const portal = await startTestHttp((sessions) => [...sessionRoutes(sessions), ...outboxRoutes, ...routes])
  // One hash for everybody, because tests need many people.
  const hash = await hashPassword(password)
  const job = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    withCtx(
      { database: portal.databases.identity, actor: { type: 'job', name: 'test' }, log: createLog('silent') },
      work,
    )
  /** Messages to an e-mail address or telephone, oldest first. */
  const messagesTo = (recipient: string) =>
    portal.owner
      .selectFrom('deliveries')
      .where('recipient', '=', recipient)
      .select(['channel', 'subject', 'body', 'expires_at', 'created_at'])
      .orderBy('created_at')
      .execute()
  return {
    portal,
    job,
    ask: (call: Call, input: unknown, headers?: Record<string, string>) => requestOf(portal.url, call, input, headers),
    /** Someone whose password is `password`. */
    async add(flags: Flags = {}, user: TestUser = {}) {
      const made = await portal.asUser({ groups: ['clinic'], ...user })
      await job((ctx) => saveCredential(ctx, made.userId, hash))
      if (Object.keys(flags).length > 0)
        await portal.owner.updateTable('users').set(flags).where('id', '=', made.userId).execute()
      return made
    },
    messagesTo,
    /** The code that was sent last. */
    async codeTo(recipient: string): Promise<string> {
      const code = /\b\d{6}\b/.exec((await messagesTo(recipient)).at(-1)?.body ?? '')?.[0]
      if (!code) throw new Error(`No code was sent to ${recipient}`)
      return code
    },
    /** Pretends that a user's codes were sent earlier. */
    async ageCodes(userId: string, seconds: number): Promise<void> {
      const by = sql`make_interval(secs => ${seconds})`
      await sql`update codes set sent_at = sent_at - ${by}, expires_at = expires_at - ${by},
        sent_times = array(select time - ${by} from unnest(sent_times) as time) where user_id = ${userId}`.execute(
        portal.owner,
      )
    },
    /** A user's sign-ins and attempts, oldest first. */
    async eventsOf(userId: string): Promise<string[]> {
      const { rows } = await job((ctx) => listAuthEvents(ctx, userId, { offset: 0, limit: 100 }))
      const told = rows.map(({ EventType, EventResponse, ChallengeResponses: [challenge] }) =>
        [EventType, EventResponse, ...(challenge ? [challenge.ChallengeName, challenge.ChallengeResponse] : [])].join(
          ' ',
        ),
      )
      return told.toReversed()
    },
  }
}

/**
 * A call without parameters in its path. Each has its own client address, so that one test's failures don't count in
 * another.
 */
export async function requestOf(
  url: string,
  call: Call,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(`${url}/api${call.path}${query}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress(), ...headers },
    body: call.method === 'GET' ? null : JSON.stringify(input),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Reply['body'] }
}

const someAddress = () => [10, ...randomBytes(3)].join('.')

/** The challenge in an answer. @throws Error for another kind of answer */
export function challengeOf(reply: Reply, status: SignInAnswer['status']): string {
  if (reply.body.status !== status) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return String(reply.body.challenge)
}
