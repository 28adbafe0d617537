import type { Ctx } from '../platform/context.ts'
import { reserveProbe, selectGateway } from './gateways.sql.ts'
import { mergeNotices } from './notice.ts'
import {
  deferNotices,
  insertMerged,
  lockNotices,
  selectTaken,
  selectWaitingNotices,
  takeNotices as takeRows,
  type WaitingNotice,
} from './notices.sql.ts'
import type { Kind, MessageRow } from './outbox.sql.ts'
import { type Limits, planNotices, windowMs } from './plan-notices.ts'

interface Take {
  readonly most: number
  readonly leaseSeconds: number
  readonly limits: Limits
}

interface TakenNotices {
  readonly rows: readonly MessageRow[]
  /** the single message probes whether the gateway is back */
  readonly isProbe: boolean
}

/** Takes notices that may go out now, within each receiver's `limits`; the rest is merged or waits. */
export async function takeNotices(ctx: Ctx, kind: Kind, { most, leaseSeconds, limits }: Take): Promise<TakenNotices> {
  await lockNotices(ctx, kind)
  const { isPaused, isFailing, mayProbe } = await selectGateway(ctx, kind)
  const none = { rows: [], isProbe: false }
  if (isPaused || (isFailing && !mayProbe)) return none
  const slots = isFailing ? 1 : most
  const waiting = Map.groupBy(await selectWaitingNotices(ctx, kind, slots), ({ recipient }) => recipient)
  if (waiting.size === 0) return none
  const taken = Map.groupBy(
    await selectTaken(ctx, kind, [...waiting.keys()], windowMs(limits) / 1_000),
    ({ recipient }) => recipient,
  )
  const now = Date.now()
  const ids: string[] = []
  for (const [recipient, notices] of waiting) {
    if (ids.length >= slots) break
    const known = new Map((taken.get(recipient) ?? []).map(({ id, taken_at }) => [id, taken_at!.epochMilliseconds]))
    const { single, merge, restAt } = planNotices(notices.map(asWaiting), known, now, limits)
    ids.push(...single.slice(0, slots - ids.length))
    if (merge.length > 0 && ids.length < slots) ids.push(await mergeInto(ctx, kind, recipient, notices, merge))
    if (restAt !== null) await deferNotices(ctx, kind, recipient, (restAt - now) / 1_000)
  }
  if (ids.length === 0) return none
  if (isFailing) await reserveProbe(ctx, kind, leaseSeconds)
  return { rows: await takeRows(ctx, ids, leaseSeconds), isProbe: isFailing }
}

const asWaiting = ({ id, created_at, is_due, is_unclear }: WaitingNotice) => ({
  id,
  createdAt: created_at.epochMilliseconds,
  isDue: is_due,
  isUnclear: is_unclear,
})

function mergeInto(
  ctx: Ctx,
  kind: Kind,
  recipient: string,
  notices: readonly WaitingNotice[],
  ids: readonly string[],
): Promise<string> {
  const parts = notices.filter(({ id }) => ids.includes(id))
  const merged = mergeNotices(
    kind,
    parts.map(({ notice }) => notice),
  )
  return insertMerged(ctx, { kind, recipient, merged, ids, created_at: parts[0]!.created_at })
}
