import { createHash, timingSafeEqual } from 'node:crypto'
import { createGather } from '../../platform/gather.ts'
import type { Bed } from '../bed/bed.ts'
import type { Ingest } from './ingest-shapes.ts'

export interface Login {
  readonly deviceId: string
  readonly keyHash: Buffer
  /** number of the connection; a device's older one takes it over from a newer one that ends */
  connection: number
}

export interface LoginOptions {
  readonly ingest: Ingest
  /** SHA-256 of the keys of the devices that are connecting; leaves out unknown devices */
  login(deviceIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  bedOf(deviceId: string): Bed | undefined
}

/** Checks the keys with which devices connect. */
export function createLogins({ ingest, login, bedOf }: LoginOptions) {
  const keyOf = createGather(login)
  /** counts key changes: a login that read an older key is checked again */
  let changes = 0

  async function check(
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<Login | 'unknown' | 'wrong'> {
    // PostgreSQL refuses NUL, and with it all devices that are looked up together.
    if (!username || username.includes('\0') || !password) return 'unknown'
    const given = createHash('sha256').update(password).digest()
    const before = changes
    const known = await keyOf(username)
    if (before !== changes) return check(username, password)
    if (!known) return 'unknown'
    if (!timingSafeEqual(given, known)) return 'wrong'
    const bed = bedOf(username)
    const connection = bed ? await ingest.connected(bed) : 0
    return before === changes ? { deviceId: username, keyHash: known, connection } : check(username, password)
  }
  return { check, keysChanged: () => void changes++ }
}
