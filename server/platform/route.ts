import type { Readable } from 'node:stream'
import type { Call } from '@eupnea/contract/call.ts'
import type { z } from 'zod'
import { withCtxOnce } from './answer-once.ts'
import type { Ctx, CtxOrigin } from './context.ts'

/** A verb as a route sees it: what the contract's input holds goes in, what its output holds comes out. */
export type Verb<I extends z.ZodObject, O extends z.ZodType> = (given: {
  ctx: Ctx
  input: z.output<I>
}) => Promise<z.input<O>>

/** A verb that opens its transactions itself, with `withCtx`. */
export type VerbApart<I extends z.ZodObject, O extends z.ZodType> = (given: {
  origin: CtxOrigin
  input: z.output<I>
}) => Promise<z.input<O>>

/** A verb that takes a file as it arrives. It opens its transactions itself, for the file may take its time. */
export type VerbOfUpload<I extends z.ZodObject, O extends z.ZodType> = (given: {
  origin: CtxOrigin
  input: z.output<I>
  body: Readable
}) => Promise<z.input<O>>

export interface Route {
  readonly call: Call
  /** absent when the verb opens its transactions itself */
  readonly verb?: (given: { ctx: Ctx; input: unknown }) => Promise<unknown>
  /** in a transaction of its own */
  readonly run: (origin: CtxOrigin, input: unknown, body?: Readable) => Promise<unknown>
  /** 201 for calls that make something; otherwise 200 */
  readonly status: number
}

/** Binds a call of the contract to its verb, which runs in one transaction, and again when it has lost a race. */
export function route<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: Verb<I, O>,
  status = 200,
): Route {
  const run: Route['run'] = (origin, input) =>
    triedAgain(() => withCtxOnce(origin, { call, input }, (ctx) => verb({ ctx, input: input as z.output<I> })))
  return { call, verb: verb as Route['verb'], run, status }
}

const mostTries = 3
/** deadlock_detected, and unique_violation: somebody has taken a name since it was looked for */
const lostRaces: readonly unknown[] = ['40P01', '23505']

/** Who loses a race has changed nothing, and may go, or is told why not, once the other one is through. */
async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !lostRaces.includes((error as { code?: unknown }).code)) throw error
    }
}

/**
 * For work that must not hold a database connection while it lasts, such as a password's hash, or whose trace must
 * stay although the answer is a refusal.
 */
export function routeApart<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: VerbApart<I, O>,
  status = 200,
): Route {
  return { call, run: (origin, input) => verb({ origin, input: input as z.output<I> }), status }
}

/** For calls whose `carries` is 'upload'. */
export function routeOfUpload<I extends z.ZodObject, O extends z.ZodType>(
  call: Call<I, O>,
  verb: VerbOfUpload<I, O>,
): Route {
  return { call, run: (origin, input, body) => verb({ origin, input: input as z.output<I>, body: body! }), status: 200 }
}
