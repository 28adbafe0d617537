/** Which notices of one receiver go out now, each by itself or merged into one; pure, so that it can be tried alone. */

export interface Waiting {
  readonly id: string
  /** ms since the epoch */
  readonly createdAt: number
  readonly isDue: boolean
  /** its gateway may have it: it goes out as it is, under its own id */
  readonly isUnclear: boolean
}

export interface Limits {
  /** messages that a receiver gets at once */
  readonly burst: number
  /** and in the long run, a minute */
  readonly perMinute: number
}

export interface Plan {
  readonly single: readonly string[]
  /** to become one message, oldest first; two at least, or none */
  readonly merge: readonly string[]
  /** when the rest may go, ms since the epoch; null: there is none */
  readonly restAt: number | null
}

/** A notice that waited longer is no news any more: it goes with others of its kind, ms. */
const lateMs = 120_000

/** As many as come at once are no more than the burst in this span, which keeps the long run, ms. */
export const windowMs = ({ burst, perMinute }: Limits): number => (burst / perMinute) * 60_000

/**
 * @param waiting of one receiver, oldest first
 * @param taken when messages to this receiver were given to the gateway within the window, by id
 */
export function planNotices(
  waiting: readonly Waiting[],
  taken: ReadonlyMap<string, number>,
  now: number,
  limits: Limits,
): Plan {
  const single: string[] = []
  let left = limits.burst - taken.size
  const isFree = (id: string) => taken.has(id) || left-- > 0
  for (const { id, isDue, isUnclear } of waiting) if (isUnclear && isDue && isFree(id)) single.push(id)
  left = Math.max(0, left)
  const unclear = waiting.filter(({ id, isUnclear, isDue }) => isUnclear && isDue && !single.includes(id))
  const fresh = waiting.filter(({ isUnclear }) => !isUnclear)
  const restAt = () => Math.max(now + 1_000, Math.min(...taken.values(), now) + windowMs(limits))
  if (left === 0 || fresh.length === 0)
    return { single, merge: [], restAt: fresh.length + unclear.length > 0 ? restAt() : null }

  const late = fresh.filter(({ createdAt }) => now - createdAt > lateMs)
  const news = fresh.filter(({ createdAt }) => now - createdAt <= lateMs)
  const isOneMessage = late.length > 1
  const units = (isOneMessage ? 1 : late.length) + news.length
  const alone = isOneMessage ? news : fresh
  // What does not fit goes with the last that does.
  const fits = units <= left ? alone.length : Math.max(0, left - 1)
  const merge = [...(isOneMessage ? late : []), ...alone.slice(fits)]
  single.push(...alone.slice(0, fits).map(({ id }) => id))
  const ids = merge.map(({ id }) => id)
  return {
    single: ids.length === 1 ? [...single, ...ids] : single,
    merge: ids.length === 1 ? [] : ids,
    restAt: unclear.length > 0 ? restAt() : null,
  }
}
