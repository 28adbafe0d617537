/** Decides which notices of one receiver go out now, separately or merged. Pure, so it can be tested alone. */

export interface Waiting {
  readonly id: string
  /** ms since the epoch */
  readonly createdAt: number
  readonly isDue: boolean
  /** the gateway may already have it, so it goes out unchanged under its own id */
  readonly isUnclear: boolean
  readonly isDanger: boolean
}

export interface Limits {
  /** messages a receiver gets in a burst */
  readonly burst: number
  /** and in the long run, per minute */
  readonly perMinute: number
}

export interface Plan {
  readonly single: readonly string[]
  /** ids to merge into one message, oldest first; none, or at least two */
  readonly merge: readonly string[]
  /** when the rest may go, ms since the epoch; null: no rest */
  readonly restAt: number | null
}

/** A notice that waited longer than this, in ms, is no longer news and is merged with others; a danger remains news. */
const lateMs = 120_000

/** Time window in which at most one burst goes out, which keeps the long-run rate, ms. */
export const windowMs = ({ burst, perMinute }: Limits): number => (burst / perMinute) * 60_000

/**
 * @param waiting notices of one receiver, oldest first: only dangers, or only others
 * @param taken when such messages to this receiver were given to the gateway within the window, by id
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

  const isNews = ({ createdAt, isDanger }: Waiting) => isDanger || now - createdAt <= lateMs
  const late = fresh.filter((one) => !isNews(one))
  const news = fresh.filter(isNews)
  const isOneMessage = late.length > 1
  const units = (isOneMessage ? 1 : late.length) + news.length
  const alone = isOneMessage ? news : fresh
  // What exceeds the limit is merged into the last message that fits.
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
