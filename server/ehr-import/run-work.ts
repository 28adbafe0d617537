import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { Sealer } from '../platform/seal.ts'

/** What work on a run needs. */
export interface RunWork {
  /** a job's origin, which sees every clinic */
  readonly origin: CtxOrigin
  /** identifies this node's lease on the run */
  readonly worker: string
  readonly sealer: Sealer
  readonly outgoing: Outgoing
  /** the portal's address as an EHR reaches it */
  readonly baseUrl: () => string
  readonly backoffMs: number
  readonly signal: AbortSignal
}

/** The run was cancelled or taken over by another node, so this one must stop. */
export class RunLost extends Error {}

export const inTransaction = <T>({ origin }: RunWork, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  withCtx(origin, work)

/** Screens get progress at most this often. */
const tellEveryMs = 400

/** @returns a function that announces progress in the transaction of `ctx`, unless it just did */
export function teller(clinic_id: string): (ctx: Ctx, isDue?: boolean) => Promise<void> {
  let last = 0
  return async (ctx, isDue = false) => {
    if (!isDue && Date.now() - last < tellEveryMs) return
    last = Date.now()
    await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  }
}
