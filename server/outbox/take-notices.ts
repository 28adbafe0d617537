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
import type { ChannelName, DeliveryRow } from './outbox.sql.ts'
import { type Limits, planNotices, windowMs } from './plan-notices.ts'

interface Take {
  readonly most: number
  readonly leaseSeconds: number
  readonly limits: Limits
}

interface TakenNotices {
  readonly rows: readonly DeliveryRow[]
  /** the single message probes whether the gateway is back */
  readonly isProbe: boolean
}

/** Takes notices that may go out now, within each receiver's `limits`; the rest is merged or waits. */
export async function takeNotices(
  ctx: Ctx,
  channel: ChannelName,
  { most, leaseSeconds, limits }: Take,
): Promise<TakenNotices> {
  await lockNotices(ctx, channel)
  const { isPaused, isFailing, mayProbe } = await selectGateway(ctx, channel)
  const none = { rows: [], isProbe: false }
  if (isPaused || (isFailing && !mayProbe)) return none
  const slots = isFailing ? 1 : most
  const waiting = Map.groupBy(await selectWaitingNotices(ctx, channel, slots), ({ recipient }) => recipient)
  if (waiting.size === 0) return none
  const taken = Map.groupBy(
    await selectTaken(ctx, channel, [...waiting.keys()], windowMs(limits) / 1_000),
    ({ recipient }) => recipient,
  )
  const now = Date.now()
  const ids: string[] = []
  for (const [recipient, notices] of waiting) {
    if (ids.length >= slots) break
    const known = new Map((taken.get(recipient) ?? []).map(({ id, taken_at }) => [id, taken_at!.epochMilliseconds]))
    const { single, merge, restAt } = planNotices(notices.map(asWaiting), known, now, limits)
    ids.push(...single.slice(0, slots - ids.length))
    if (merge.length > 0 && ids.length < slots) ids.push(await mergeInto(ctx, channel, recipient, notices, merge))
    if (restAt !== null) await deferNotices(ctx, channel, recipient, (restAt - now) / 1_000)
  }
  if (ids.length === 0) return none
  if (isFailing) await reserveProbe(ctx, channel, leaseSeconds)
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
  channel: ChannelName,
  recipient: string,
  notices: readonly WaitingNotice[],
  ids: readonly string[],
): Promise<string> {
  const parts = notices.filter(({ id }) => ids.includes(id))
  const merged = mergeNotices(
    channel,
    parts.map(({ notice }) => notice),
  )
  return insertMerged(ctx, { channel, recipient, merged, ids, created_at: parts[0]!.created_at })
}
