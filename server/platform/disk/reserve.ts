import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** A file that only takes up room, until the room is needed (AN-11). */
export interface Reserve {
  /** bytes that it takes up; 0 without it */
  held(): number
  /** @throws Error when there is no room for it */
  make(bytes: number): Promise<void>
  /** Leaves its room to others, before this returns. */
  giveUp(): void
}

const pieceBytes = 1024 * 1024

export function createReserve(path: string): Reserve {
  const part = `${path}.part`
  return {
    held: () => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    async make(bytes) {
      // Zeros would take up no room on a file system that compresses.
      const piece = randomBytes(pieceBytes)
      const file = await open(part, 'w', 0o600)
      try {
        for (let written = 0; written < bytes; written += pieceBytes)
          await file.write(piece, 0, Math.min(pieceBytes, bytes - written))
        await file.sync()
        await file.close()
        await rename(part, path)
      } catch (error) {
        await file.close().catch(() => {})
        await rm(part, { force: true })
        throw error
      }
    },
    giveUp() {
      for (const file of [path, part]) rmSync(file, { force: true })
    },
  }
}
