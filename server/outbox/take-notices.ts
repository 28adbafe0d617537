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

/**
 * Takes notices that may go out now, within each receiver's `limits`; the rest is merged or waits. Dangers go first and
 * have limits of their own, so that none waits behind warnings or is merged with them (AN-7).
 */
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
  const waiting = Map.groupBy(await selectWaitingNotices(ctx, channel, slots), limitedBy)
  if (waiting.size === 0) return none
  const recipients = [...waiting.values()].map(([first]) => first!.recipient)
  const taken = Map.groupBy(await selectTaken(ctx, channel, recipients, windowMs(limits) / 1_000), limitedBy)
  const now = Date.now()
  const ids: string[] = []
  const dangersFirst = [...waiting].toSorted(([, [a]], [, [b]]) => Number(b!.is_danger) - Number(a!.is_danger))
  for (const [whose, notices] of dangersFirst) {
    if (ids.length >= slots) break
    const known = new Map((taken.get(whose) ?? []).map(({ id, taken_at }) => [id, taken_at!.epochMilliseconds]))
    const { single, merge, restAt } = planNotices(notices.map(asWaiting), known, now, limits)
    ids.push(...single.slice(0, slots - ids.length))
    if (merge.length > 0 && ids.length < slots) ids.push(await mergeInto(ctx, channel, notices, merge))
    if (restAt !== null) {
      const all = notices.map(({ id }) => id)
      await deferNotices(ctx, all, (restAt - now) / 1_000)
    }
  }
  if (ids.length === 0) return none
  if (isFailing) await reserveProbe(ctx, channel, leaseSeconds)
  return { rows: await takeRows(ctx, ids, leaseSeconds), isProbe: isFailing }
}

/** What shares a limit: a receiver's dangers, and their other notices. */
const limitedBy = ({ recipient, is_danger }: Pick<WaitingNotice, 'recipient' | 'is_danger'>): string =>
  `${is_danger} ${recipient}`

const asWaiting = ({ id, created_at, is_due, is_unclear, is_danger }: WaitingNotice) => ({
  id,
  createdAt: created_at.epochMilliseconds,
  isDue: is_due,
  isUnclear: is_unclear,
  isDanger: is_danger,
})

function mergeInto(
  ctx: Ctx,
  channel: ChannelName,
  notices: readonly WaitingNotice[],
  ids: readonly string[],
): Promise<string> {
  const parts = notices.filter(({ id }) => ids.includes(id))
  const merged = mergeNotices(
    channel,
    parts.map(({ notice }) => notice),
  )
  const { recipient, created_at } = parts[0]!
  return insertMerged(ctx, { channel, recipient, merged, ids, created_at })
}
