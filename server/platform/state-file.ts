import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

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
      const written = last.then(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(`${path}.part`, text, { mode: 0o600 })
        await rename(`${path}.part`, path)
      })
      last = written.catch(() => {})
      return written
    },
  }
}
