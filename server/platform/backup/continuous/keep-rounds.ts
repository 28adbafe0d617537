import { setTimeout as sleep } from 'node:timers/promises'
import { type Aloneness, keepAlone } from './keep-alone.ts'
import { CopyFailed, keepBackup } from './keep-backup.ts'
import type { BackupKeeping, Report } from './keep-changes.ts'

/** After the first failed copy of the whole cluster, and after each later one: a copy burdens the portal. */
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

/** Prints each failure once until a round succeeds, and then until when everything is kept. */
export function createReport(out: (line: string) => void, err: (line: string) => void): Report {
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
      if (said === isRestorable) return
      said = isRestorable
      failures.clear()
      out(
        isRestorable
          ? `Kept until ${until}`
          : 'The log is kept. Nothing can be restored before the whole database is copied',
      )
    },
  }
}
