import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { gauge } from '../metrics.ts'
import { openStateFile } from '../state-file.ts'
import { addSample, daysLeft, type Sample } from './forecast.ts'
import { isSameVolume, measureVolume } from './measure-volume.ts'
import { createReserve } from './reserve.ts'

export interface DiskOptions {
  /** the portal's data folder */
  readonly dataDir: string
  /** the embedded database's folder; null: the database is elsewhere, and its disk is not ours to watch */
  readonly database: string | null
  /** most bytes to keep for a full disk; 0: none, and readings are never refused because of the disk */
  readonly reserveBytes: number
  readonly log: Log
}

/** What is left on the volume that is filled first. */
interface DiskReport {
  readonly size_bytes: number
  readonly free_bytes: number
  /** 0..1 */
  readonly free_share: number
  /** at the growth of the last day; null: nothing grows, or too little is known */
  readonly days_left: number | null
}

export interface Disk {
  /** Begins to watch, once the data folder is there. */
  begin(): void
  /** readings are refused, so that what is left suffices for people's work */
  readonly isFull: boolean
  report(): DiskReport
  /** Explains a start that failed for want of room; null: there is room. */
  whyNotStarted(cause: unknown): Error | null
  close(): void
}

interface Kept {
  readonly isFull: boolean
  readonly samples: readonly Sample[]
}

const megabyte = 1024 * 1024
/** PostgreSQL can't start or go on without the next piece of its log, bytes. */
const leastToRun = 16 * megabyte
/** Its first start also makes its files, bytes. */
const leastToBegin = 64 * megabyte

/**
 * Watches how full the disk is (AN-11). A reserve is held beside the embedded database. When the disk is full, the
 * reserve is given up and readings are refused until there is room for it again; sensors keep theirs meanwhile.
 */
export function watchDisk({ dataDir, database, reserveBytes, log }: DiskOptions): Disk {
  const file = openStateFile<Kept>(join(dataDir, `disk-${hostname()}.json`))
  const reserve = createReserve(join(dataDir, 'reserve'))
  let { isFull, samples }: Kept = file.read() ?? { isFull: false, samples: [] }
  let making: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const others = database !== null && !isSameVolume(dataDir, database) ? [database] : []
  const paths = [dataDir, ...others]
  // A reserve on another volume than the database's would be of no use to it.
  const wanted = database !== null && others.length === 0 ? reserveSize(measureVolume(dataDir).size, reserveBytes) : 0
  // The reserve may have been switched off since.
  if (wanted === 0) isFull = false
  const hasBegun = database !== null && existsSync(database)
  const usedNow = (): Sample => {
    const { size, free } = measureVolume(dataDir)
    return { at: Date.now(), used: size - free - reserve.held() }
  }
  const keep = () =>
    file.write({ isFull, samples }).catch((error: Error) => log.warn({ reason: error.message }, 'disk: state not kept'))

  const make = () => {
    making ??= reserve
      .make(wanted)
      .catch((error: Error) => log.warn({ reason: error.message }, 'disk: no reserve was made'))
      .finally(() => {
        making = null
      })
  }
  const become = (full: boolean, free: number) => {
    isFull = full
    const what = full
      ? 'disk: full, so readings are refused and the reserve is given up; sensors keep their readings'
      : 'disk: there is room again, so readings are taken'
    log[full ? 'error' : 'info']({ free_megabytes: Math.floor(free / megabyte) }, what)
    void keep()
  }
  const look = () => {
    const { free } = measureVolume(dataDir)
    if (wanted > 0) {
      const hasReserve = reserve.held() >= wanted
      if (!isFull && !making && free < wanted / 2) {
        reserve.giveUp()
        become(true, free)
      } else if (isFull && free >= wanted * 2) become(false, free)
      if (!isFull && !hasReserve && free >= wanted * 2) make()
    }
    const sample = usedNow()
    const more = addSample(samples, sample)
    if (more !== samples) {
      samples = more
      void keep()
    }
  }
  const report = (): DiskReport => {
    const [fullest] = paths
      .map(measureVolume)
      .map((volume) => ({ ...volume, share: volume.size > 0 ? volume.free / volume.size : 1 }))
      .sort((a, b) => a.share - b.share)
    const { size, free, share } = fullest!
    return {
      size_bytes: size,
      free_bytes: free,
      free_share: Math.round(share * 1_000) / 1_000,
      days_left: daysLeft(samples, usedNow(), measureVolume(dataDir).free),
    }
  }
  gauge('disk_size_bytes', 'Size of the volume that is fullest', function () {
    this.set(report().size_bytes)
  })
  gauge('disk_free_bytes', 'Free bytes of the volume that is fullest', function () {
    this.set(report().free_bytes)
  })
  gauge('disk_days_left', 'Days until the disk is full at the growth of the last day', function () {
    this.set(report().days_left ?? Number.POSITIVE_INFINITY)
  })

  // A database that has no room doesn't start, so it gets the reserve first.
  if (wanted > 0 && reserve.held() > 0 && measureVolume(dataDir).free < leastToRun) {
    reserve.giveUp()
    become(true, measureVolume(dataDir).free)
  }
  return {
    begin() {
      look()
      timer = setInterval(() => {
        try {
          look()
        } catch (error) {
          log.warn({ reason: (error as Error).message }, 'disk: not measured, trying again')
        }
      }, 1_000)
    },
    get isFull() {
      return isFull
    },
    report,
    whyNotStarted(cause) {
      if (database === null) return null
      const { size, free } = measureVolume(database)
      const least = hasBegun ? leastToRun : leastToBegin
      if (free >= least) return null
      const [left, all, needed] = [free, size, least].map((bytes) => Math.floor(bytes / megabyte))
      return new Error(
        `The disk of ${dataDir} is full: ${left} MB of ${all} MB are free, and the database needs ${needed} MB to start. Free some space there, then start again.`,
        { cause },
      )
    },
    close() {
      clearInterval(timer)
    },
  }
}

/** A tenth of a small volume. */
const reserveSize = (size: number, most: number): number => Math.floor(Math.min(most, size / 10))
