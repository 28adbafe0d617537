import { setTimeout as sleep } from 'node:timers/promises'
import { type Aloneness, keepAlone } from './keep-alone.ts'
import { CopyFailed, keepBackup } from './keep-backup.ts'
import type { BackupKeeping, Report } from './keep-changes.ts'

/** Pauses after the first failed copy of the whole cluster and each later one, because a copy burdens the portal. */
const copyPausesMs = [5 * 60_000, 60 * 60_000]

/** Keeps a backup round by round until the signal. @param once one round, and throws if it fails */
export async function keepRounds(
  keeping: BackupKeeping,
  { once, pausesMs = copyPausesMs }: { once: boolean; pausesMs?: readonly number[] },
): Promise<void> {
  const alone = keepAlone(keeping)
  try {
    await keepOn(keeping, alone, { once, pausesMs })
  } finally {
    await alone.end()
  }
}

async function keepOn(
  keeping: BackupKeeping,
  alone: Aloneness,
  { once, pausesMs }: { once: boolean; pausesMs: readonly number[] },
): Promise<void> {
  const { roundMs, signal, report } = keeping
  let failedCopies = 0
  let copyAt = 0
  while (!signal.aborted) {
    const began = performance.now()
    const mayCopy = began >= copyAt
    try {
      await alone.hold()
      await keepBackup(keeping, mayCopy)
      if (mayCopy) failedCopies = 0
    } catch (error) {
      if (once) throw error
      if (signal.aborted) return
      if (error instanceof CopyFailed) {
        const pauseMs = pausesMs[failedCopies++] ?? pausesMs.at(-1)!
        copyAt = performance.now() + pauseMs
        report.failed(error, `The next copy begins in ${pauseMs / 60_000} minutes`)
      } else report.failed(error)
    }
    if (once) return
    const left = Math.max(0, roundMs - (performance.now() - began))
    await sleep(left, undefined, { signal }).catch(() => {})
  }
}

/** The backup isn't well if nothing newer than this can be restored, ms. */
const patienceMs = 120_000

export interface KeptReport extends Report {
  /** since when nothing newer could be restored, ms since the epoch; null: all is well */
  readonly unwellSince: number | null
}

/** Prints each failure once until a round succeeds, and then until when everything is kept. */
export function createReport(out: (line: string) => void, err: (line: string) => void): KeptReport {
  const began = Date.now()
  let keptAt: number | null = null
  const failures = new Set<string>()
  let said: boolean | undefined
  return {
    say: out,
    failed(error, next = 'Trying again') {
      const line = `${(error as Error).message}. ${next}`
      if (!failures.has(line)) err(line)
      failures.add(line)
      said = undefined
    },
    kept({ bases, until }) {
      const isRestorable = bases.length > 0
      // While a part of the log is missing, `until` doesn't advance.
      if (isRestorable) keptAt = Date.parse(until)
      if (said === isRestorable) return
      said = isRestorable
      failures.clear()
      out(
        isRestorable
          ? `Kept until ${until}`
          : 'The log is kept. Nothing can be restored before the whole database is copied',
      )
    },
    get unwellSince() {
      if (keptAt === null) return began
      return Date.now() - keptAt < patienceMs ? null : keptAt
    },
  }
}
