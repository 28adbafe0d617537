/** What a volume held at an instant. */
export interface Sample {
  /** ms since the epoch */
  readonly at: number
  /** bytes in use, without the reserve */
  readonly used: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A shorter growth says little: a new database's log alone fills two gigabytes in its first hours. */
const leastMs = 6 * hourMs
/** Between two samples that are kept. */
const apartMs = 10 * 60_000

/** Adds a sample, unless the last one is too recent, and drops those from before the last day. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  // A clock that was set back begins anew.
  if (last && sample.at < last.at) return [sample]
  if (last && sample.at - last.at < apartMs) return samples
  return [...samples.filter(({ at }) => at > sample.at - dayMs - apartMs), sample]
}

/**
 * Days until `free` bytes are used up at the growth of the last day (AN-11).
 * @returns null while nothing grows, or less than six hours are known
 */
export function daysLeft(samples: readonly Sample[], now: Sample, free: number): number | null {
  const first = samples.find(({ at }) => at >= now.at - dayMs - apartMs)
  if (!first || now.at - first.at < leastMs) return null
  const perDay = ((now.used - first.used) / (now.at - first.at)) * dayMs
  return perDay <= 0 ? null : Math.max(0, free) / perDay
}
