import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import type { Sealer } from '../platform/seal.ts'
import type { AddressRules } from './address-rules.ts'

/** What work on a run needs. */
export interface RunWork {
  /** a job's: it sees every clinic */
  readonly origin: CtxOrigin
  /** names this node's claim on the run */
  readonly worker: string
  readonly sealer: Sealer
  readonly rules: AddressRules
  /** address of the portal, as an EHR reaches it */
  readonly baseUrl: () => string
  readonly backoffMs: number
  readonly signal: AbortSignal
}

/** The run was cancelled, or has gone to another node: nothing more is to be done here. */
export class RunLost extends Error {}

export const inTransaction = <T>({ origin }: RunWork, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  withCtx(origin, work)

/** Screens are told at most this often how far it is. */
const tellEveryMs = 400

/** @returns a function that says so in the transaction of `ctx`, unless it was said just now */
export function teller(clinic_id: string): (ctx: Ctx, isDue?: boolean) => Promise<void> {
  let last = 0
  return async (ctx, isDue = false) => {
    if (!isDue && Date.now() - last < tellEveryMs) return
    last = Date.now()
    await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  }
}
