import type { Log } from '../log.ts'
import { beatingParts, type Probe } from './probe-database.ts'
import type { Cause, Ops } from './tell-ops.ts'

interface WatchedParts {
  readonly probe: Probe
  /** readings can be stored, as far as this node takes any */
  stores(): boolean
  /** readings are refused because the disk is full */
  isDiskFull(): boolean
}

export interface PortalWatch {
  /** Watches the parts from now on; until then the portal is starting. Resolves after the first look. */
  begin(parts: WatchedParts): Promise<void>
  /** the database takes writes */
  readonly writes: boolean
  /** the portal's jobs have run and its messages gone out within the last minutes, on whichever node */
  readonly jobs: boolean
  /** ms by which this machine's clock is ahead of the database's, negative: behind; null: they agree, or nobody can say */
  readonly clockAheadMs: number | null
  /** another version has changed the database since this node's start */
  readonly isOutdated: boolean
  /** since when database, ingest, jobs or disk are not well, ms since the epoch; null: all are */
  readonly unwellSince: number | null
  /** A start has failed. Resolves when the operator is notified, if it is time. */
  fail(): Promise<void>
  close(): void
}

const lookEveryMs = 5_000
/** Jobs beat once a minute, and a new portal's first time within two. */
const jobsPatienceMs = 180_000
/** Two clocks that differ by more do not agree (WA-6). */
export const clocksAgreeMs = 60_000

/** Looks every five seconds whether the portal can do its work, without trusting any part of it (AN-10). */
export function watchPortal(ops: Ops, log: Log): PortalWatch {
  /** when each part's beat was seen to change, ms of performance.now(): the database's clock may jump */
  const seen = new Map(
    beatingParts.map((part) => [part, { beat: undefined as string | undefined, at: performance.now() }]),
  )
  let parts: WatchedParts | null = null
  let writes = false
  let jobs = true
  let clockAheadMs: number | null = null
  let upgradedAt: string | undefined
  let isOutdated = false
  let unwellSince: number | null = Date.now()
  let running: Promise<void> | null = null

  const causeOf = async ({ probe, stores, isDiskFull }: WatchedParts): Promise<Cause | null> => {
    try {
      const { beats, aheadMs, ...found } = await probe.ask()
      writes = true
      upgradedAt ??= found.upgradedAt
      if (!isOutdated && found.upgradedAt !== upgradedAt) {
        isOutdated = true
        log.error('watch: another version of the portal has changed the database; stop this node and upgrade it')
      }
      clockAheadMs = Math.abs(aheadMs) > clocksAgreeMs ? aheadMs : null
      for (const part of beatingParts)
        if (beats[part] !== seen.get(part)!.beat) seen.set(part, { beat: beats[part], at: performance.now() })
      jobs = [...seen.values()].every(({ at }) => performance.now() - at < jobsPatienceMs)
    } catch (error) {
      if (writes) log.error({ reason: (error as Error).message }, 'watch: the database takes no writes')
      writes = false
      clockAheadMs = null
      return isDiskFull() ? 'disk' : 'database'
    }
    if (isDiskFull()) return 'disk'
    return stores() ? null : 'ingest'
  }
  const look = async () => {
    const cause = parts ? await causeOf(parts) : 'start'
    ops.note(cause)
    unwellSince = cause === null && jobs ? null : (unwellSince ?? Date.now())
  }
  const lookOnce = () => {
    running ??= look().finally(() => {
      running = null
    })
    return running
  }
  void lookOnce()
  const timer = setInterval(lookOnce, lookEveryMs)
  return {
    async begin(given) {
      await running
      parts = given
      await lookOnce()
    },
    get writes() {
      return writes
    },
    get jobs() {
      return jobs
    },
    get clockAheadMs() {
      return clockAheadMs
    },
    get isOutdated() {
      return isOutdated
    },
    get unwellSince() {
      return unwellSince
    },
    async fail() {
      ops.note('start')
      await ops.settled()
    },
    close() {
      clearInterval(timer)
      parts?.probe.close()
    },
  }
}
