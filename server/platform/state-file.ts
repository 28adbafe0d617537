import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { writeWhole } from './write-whole.ts'

/** A small state that outlives the process without the database. */
export interface StateFile<T> {
  /** @returns null when there is none that can be read */
  read(): T | null
  /** @throws Error when the disk takes nothing */
  write(state: T): Promise<void>
}

export function openStateFile<T>(path: string): StateFile<T> {
  let last = Promise.resolve()
  return {
    read() {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as T
      } catch {
        return null
      }
    },
    write(state) {
      const text = JSON.stringify(state)
      // One after the other, or an older state could be the one that stays.
      const written = last.then(() => writeWhole(path, Readable.from([text]), { mode: 0o700 }))
      last = written.catch(() => {})
      return written
    },
  }
}
