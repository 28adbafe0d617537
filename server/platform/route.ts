import type { Readable } from 'node:stream'
import type { Call } from '@eupnea/contract/call.ts'
import type { z } from 'zod'
import { withCtxOnce } from './answer-once.ts'
import type { Ctx, CtxOrigin } from './context.ts'
import type { ServingRole } from './database.ts'

/** What carries out a call, in the transaction of its route. */
export type Verb<C extends Call> = (given: { ctx: Ctx; input: z.output<C['input']> }) => Promise<z.output<C['output']>>

/** What carries out a call in transactions that it opens itself with `withCtx`. */
export type VerbApart<C extends Call> = (given: {
  origin: CtxOrigin
  input: z.output<C['input']>
}) => Promise<z.output<C['output']>>

/** A verb that receives a file as it arrives. It opens its own transactions, because the file may take long. */
export type VerbOfUpload<C extends Call> = (given: {
  origin: CtxOrigin
  input: z.output<C['input']>
  body: Readable
}) => Promise<z.output<C['output']>>

export interface Route {
  readonly call: Call
  /** absent when the verb opens its own transactions */
  readonly verb?: (given: { ctx: Ctx; input: unknown }) => Promise<unknown>
  /** runs the call in its own transaction */
  readonly run: (origin: CtxOrigin, input: unknown, body?: Readable) => Promise<unknown>
  /** as which database role it runs; `requests` if left out */
  readonly role?: ServingRole
  /** 201 for calls that create something, otherwise 200 */
  readonly status: number
}

/** Binds a call of the contract to its verb, which runs in one transaction and is retried after losing a race. */
export function route<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: Verb<Call<I, O>>,
  status = 200,
): Route {
  const run: Route['run'] = (origin, input) =>
    triedAgain(() => withCtxOnce(origin, { call, input }, (ctx) => verb({ ctx, input: input as z.output<I> })))
  return { call, verb: verb as Route['verb'], run, status }
}

/** These routes need more of the database than people's requests may see (DO-1). */
export const runAs = (role: ServingRole, ...routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => ({ ...route, role }))

const mostTries = 3
/**
 * deadlock_detected; unique_violation: somebody took a name after it was checked; foreign_key_violation: somebody deleted
 * what was found; and a kept plan that another node has outdated (database-driver.ts).
 */
const lostRaces: readonly unknown[] = ['40P01', '23505', '23503', '0A000']

/** The loser of a race has changed nothing; on a retry it succeeds or learns why it can't. */
export async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !lostRaces.includes((error as { code?: unknown }).code)) throw error
    }
}

/**
 * For verbs that must not hold a database connection throughout, for instance while hashing a password, or whose record
 * must be kept even if the call is refused.
 */
export function routeApart<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: VerbApart<Call<I, O>>,
  status = 200,
): Route {
  return { call, run: (origin, input) => verb({ origin, input: input as z.output<I> }), status }
}

/** For calls with `carries: 'upload'`. */
export function routeOfUpload<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: VerbOfUpload<Call<I, O>>,
): Route {
  return { call, run: (origin, input, body) => verb({ origin, input: input as z.output<I>, body: body! }), status: 200 }
}
