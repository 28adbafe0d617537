import { createHash, randomBytes } from 'node:crypto'

/** The MQTT key of a device: shown once, stored only as a hash (DE-8). */
export interface DeviceKey {
  readonly password: string
  /** SHA-256: 192 random bits need no slow hash */
  readonly hash: Buffer
}

export function makeDeviceKey(): DeviceKey {
  const password = randomBytes(24).toString('base64url')
  return { password, hash: createHash('sha256').update(password).digest() }
}
