import { episodeMinutes, judgeEpisode, noEpisode } from '@eupnea/contract/rules/episode.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type { Place } from './bed.ts'
import type { WatchReading } from './watch.ts'

/**
 * The rules of the watch as a person would check them by hand: each question is answered by looking back over all
 * readings, and nothing is remembered but what was raised. Slow, and short on purpose.
 */
export function obviousNotifications(readings: readonly WatchReading[], { plan, presenceRange, tz }: Place): string[] {
  const told: string[] = []
  const at = (i: number) => readings[i]!.ms
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(tz)
  const isRate = (i: number) => (readings[i]!.rr ?? 0) >= 3

  const usualGap = (i: number) => {
    const gaps = readings
      .slice(Math.max(0, i - 5), i + 1)
      .map(({ ms }, n, some) => (n === 0 ? Number.NaN : ms - some[n - 1]!.ms))
      .slice(1)
      .sort((a, b) => a - b)
    return gaps.length === 0 ? 1_000 : gaps[gaps.length >> 1]!
  }
  /** nothing is known of the time before it */
  const isCut = readings.map((_, i) => {
    if (i === 0) return true
    const usual = usualGap(i - 1)
    return at(i) - at(i - 1) > (usual > 60_000 ? 2 * usual : Math.max(90_000, 3 * usual))
  })
  const knows = (i: number) => readings.slice(0, i + 1).some(({ dist }) => typeof dist === 'number')
  const there: boolean[] = []
  for (const [i, { dist }] of readings.entries()) {
    if (typeof dist === 'number') there.push(dist >= 0 && dist <= presenceRange)
    else if (dist === null && knows(i)) there.push(false)
    else there.push(isRate(i) || (isCut[i] ? true : there[i - 1]!))
  }
  /** first of the readings up to i, without a cut, that all hold */
  const since = (i: number, holds: (j: number) => boolean): number | null => {
    if (!holds(i)) return null
    let j = i
    while (!isCut[j] && holds(j - 1)) j--
    return j
  }
  const goneFor = (i: number) => {
    const first = since(i, (j) => !there[j])
    return first === null ? 0 : at(i) - at(first)
  }
  /** in which reading the present stay began; null: nobody stays */
  const stay: (number | null)[] = []
  for (let i = 0; i < readings.length; i++) {
    const before = stay[i - 1] ?? null
    if (there[i]) stay.push(before ?? i)
    else stay.push(before !== null && goneFor(i) < 10_000 ? before : null)
  }
  const isGood = (i: number) => isRate(i) && there[i]! && stay[i] !== null
  const isUnknown = (i: number) =>
    typeof readings[i]!.dist !== 'number' && !(readings[i]!.dist === null && knows(i)) && !isRate(i)

  const isBack = (i: number) => {
    const first = since(i, (j) => there[j]!)
    return first !== null && at(i) - at(first) >= 10_000
  }
  /** since when a bed that somebody had been in for ten minutes is known to be empty: a cut says nothing of it */
  const emptySince = (i: number): number | null => {
    const goneFrom = (j: number) => at(j) - goneFor(j)
    let j = i
    while (j >= 0 && !isBack(j)) j--
    while (++j <= i) {
      const before = stay[j - 1] ?? null
      if (before !== null && stay[j] === null && goneFrom(j) - at(before) >= 600_000) break
    }
    for (let cut = j + 1; cut <= i; cut++) if (isCut[cut]) j = cut
    while (j <= i && goneFor(j) < 10_000) j++
    return j > i ? null : goneFrom(j)
  }

  let lost: { from: number; isRaised: boolean } | null = null
  let fineFrom = 0
  let unarmedFrom = 0
  const isArmed = (i: number): boolean => {
    let sum = 0
    for (let j = unarmedFrom; j <= i; j++) {
      if (j > unarmedFrom && stay[j] !== stay[j - 1]) sum = 0
      if (j > 0 && isGood(j) && !isCut[j] && isGood(j - 1)) sum += Math.min(at(j) - at(j - 1), 3 * usualGap(j))
      if (sum >= 60_000) return true
    }
    return false
  }
  let stuck: { from: number } | null = null
  let movedAt: number | null = null
  let longest = 0
  let runFrom = 0
  let isOut = false
  let stillRaised: string | null = null
  let isStill = false
  const flagged = new Set<number>()
  const goneIn = new Set<number>()
  let gone: number | null = null
  let episode = noEpisode
  let judgedUntil = 0

  for (let i = 0; i < readings.length; i++) {
    const { ms, rr, dist } = readings[i]!
    if (isCut[i] && lost && !lost.isRaised) lost = null
    if (isCut[i]) fineFrom = i
    if (i > 0 && stay[i] === null && stay[i - 1] !== null && !lost) unarmedFrom = i
    // No breathing (WA-2).
    if (isGood(i)) {
      const first = since(i, isGood)!
      if (lost && ms - at(first) >= 30_000) {
        if (lost.isRaised) told.push(`${ms} end no_breathing`)
        lost = null
        fineFrom = i
      } else if (!lost) fineFrom = i
    } else {
      const first = since(i, (j) => j >= fineFrom && !isGood(j) && stay[j] !== null)
      let lastRate: number | null = null
      for (let j = i; j >= 0 && lastRate === null; j--) if (isGood(j)) lastRate = readings[j]!.rr
      const shown = Math.max(20_000, lastRate === null ? 0 : 120_000 / lastRate)
      if (!lost && first !== null && ms - at(first) >= shown) lost = { from: first, isRaised: false }
      if (lost && !lost.isRaised) {
        const near = readings.slice(lost.from, i + 1).flatMap(({ dist }) => (typeof dist === 'number' ? [dist] : []))
        if (stay[i] === null && near.length > 0 && Math.max(...near) - Math.min(...near) >= 0.1 - 1e-6) {
          lost = null
          fineFrom = i
          unarmedFrom = i
        } else {
          const wait = Math.max(shown, isArmed(i) ? plan.no_breathing_seconds * 1_000 : 600_000)
          const isWithin = (j: number) => j >= lost!.from && j <= i
          const moved = readings.findLastIndex(({ isMoving }, j) => isMoving && isWithin(j) && !isGood(j))
          const due = Math.min(at(Math.max(lost.from, moved)) + wait, at(lost.from) + Math.max(wait, 600_000))
          if (ms >= due) {
            lost.isRaised = true
            const severity = isArmed(i) && !isUnknown(i) ? 'danger' : 'warning'
            told.push(`${due} raise no_breathing ${severity}`)
          }
        }
      }
    }
    // Nobody for half an hour: what is measured then is not theirs (AL-2).
    const wasGone = gone !== null && !isCut[i]
    gone = !lost && goneFor(i) >= 1_800_000 ? ms : null
    if (gone !== null) goneIn.add(minuteOf(ms))
    // A sensor that repeats itself (WA-4).
    const isSame = i > 0 && isRate(i) && there[i] && rr === readings[i - 1]!.rr && dist === readings[i - 1]!.dist
    const isRepeated = isSame && (stuck !== null || !isCut[i])
    if (isRepeated) {
      const needed = Math.min(3_600_000, Math.max(900_000, 3 * longest))
      if (!stuck && i - runFrom + 1 >= 60 && ms - at(runFrom) >= needed) {
        stuck = { from: at(runFrom) }
        if (movedAt === null) {
          told.push(`${ms} raise stuck warning`)
          for (const direction of ['low', 'high'] as const)
            if (episode[direction]) told.push(`${ms} end episode ${direction}`)
          episode = noEpisode
        }
        movedAt = null
      }
    } else {
      if (i > 0 && !isCut[i]) longest = Math.max(longest, at(i - 1) - at(runFrom))
      runFrom = i
      if (stuck) movedAt = ms
      stuck = null
      if (movedAt !== null && ms - movedAt >= 60_000) {
        told.push(`${ms} end stuck`)
        movedAt = null
      }
    }
    if (stuck)
      for (let m = Math.ceil(stuck.from / minuteMs) * minuteMs; m + minuteMs <= ms; m += minuteMs) flagged.add(m)
    // Out of bed, and still in bed (WA-11).
    if (isOut && isBack(i)) {
      told.push(`${ms} end out_of_bed`)
      isOut = false
    }
    const empty = plan.out_of_bed && !isOut ? emptySince(i) : null
    if (plan.out_of_bed && empty !== null) {
      const { minutes, from, until } = plan.out_of_bed
      const due = empty + minutes * minuteMs
      const isActive = (instant: number) => {
        const time = local(instant).toPlainTime().toString().slice(0, 5)
        return from < until ? from <= time && time < until : from <= time || time < until
      }
      const when = [due, Math.max(due, minuteOf(ms))].find(isActive)
      if (ms > due && when !== undefined) {
        told.push(`${when} raise out_of_bed warning`)
        isOut = true
      }
    }
    if (isStill && stay[i] === null) {
      told.push(`${ms} end still_in_bed`)
      isStill = false
    }
    if (plan.still_in_bed && i > 0 && minuteOf(at(i - 1)) < minuteOf(ms) && stay[i] !== null && !stuck && !isStill) {
      const now = local(minuteOf(ms))
      const up = now.withPlainTime(plan.still_in_bed).epochMilliseconds
      const day = now.toPlainDate().toString()
      if (minuteOf(ms) >= up && at(stay[i]!) < up && stillRaised !== day) {
        told.push(`${minuteOf(ms)} raise still_in_bed warning`)
        stillRaised = day
        isStill = true
      }
    }
    // Minutes that are complete now (WA-8).
    const isLast = i === readings.length - 1
    const until = isLast ? Number.POSITIVE_INFINITY : minuteOf(ms)
    const judge = (completeUntil: number) => {
      const all = readings.slice(0, i + 1).filter((one) => !flagged.has(minuteOf(one.ms)))
      const measured = [...new Set(readings.slice(0, i + 1).map((one) => minuteOf(one.ms)))]
      for (const end of measured.map((m) => m + minuteMs).filter((end) => end > judgedUntil && end <= completeUntil)) {
        judgedUntil = end
        if (goneIn.has(end - minuteMs)) continue
        const averages: number[] = []
        for (let m = end - episodeMinutes * minuteMs; m < end; m += minuteMs) {
          if (goneIn.has(m)) continue
          const rates = all.flatMap((one) => (minuteOf(one.ms) === m && one.rr !== null ? [one.rr] : []))
          if (rates.length > 0) averages.push(rates.reduce((sum, rate) => sum + rate, 0) / rates.length)
        }
        for (const change of judgeEpisode(episode, averages, plan)) {
          const { direction } = change
          episode = { ...episode, [direction]: change.change === 'end' ? null : change.severity }
          const what =
            change.change === 'end' ? `end episode ${direction}` : `raise episode ${direction} ${change.severity}`
          told.push(`${end} ${what}`)
        }
      }
    }
    judge(minuteOf(ms))
    if (gone !== null && !wasGone) {
      for (const direction of ['low', 'high'] as const)
        if (episode[direction]) told.push(`${ms} end episode ${direction}`)
      episode = noEpisode
    }
    if (isLast) judge(until)
  }
  return told
}
