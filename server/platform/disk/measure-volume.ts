import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Volume {
  /** bytes */
  readonly size: number
  /** bytes that the portal's user may still write */
  readonly free: number
}

/** Of the volume that holds the path, or will hold it. */
export function measureVolume(path: string): Volume {
  const { bsize, blocks, bavail } = statfsSync(existing(path))
  return { size: blocks * bsize, free: bavail * bsize }
}

export const isSameVolume = (one: string, other: string): boolean =>
  statSync(existing(one)).dev === statSync(existing(other)).dev

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}
