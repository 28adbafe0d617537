import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What a passkey signs. It carries when it was made and what for, keyed, so that asking for one stores nothing. Each is
 * taken once, because a passkey takes only challenges that are later than that of its latest use.
 */

const goodMs = 5 * 60_000
const [timeBytes, randomLength] = [6, 16]

const keyed = (secret: string, purpose: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`passkey-challenge:${purpose}:`).update(body).digest()

/** @param at now, but for tests */
export function newChallenge(secret: string, purpose: string, at = Temporal.Now.instant()): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(at.epochMilliseconds, 0, timeBytes)
  const body = Buffer.concat([time, randomBytes(randomLength)])
  return new Uint8Array(Buffer.concat([body, keyed(secret, purpose, body)]))
}

/** @param challenge as the browser gives it back @returns when it was made; null: expired, for something else or made up */
export function whenMade(secret: string, purpose: string, challenge: string): Temporal.Instant | null {
  const given = Buffer.from(challenge, 'base64url')
  const body = given.subarray(0, timeBytes + randomLength)
  const mark = given.subarray(timeBytes + randomLength)
  const expected = keyed(secret, purpose, body)
  if (mark.length !== expected.length || !timingSafeEqual(mark, expected)) return null
  const made = body.readUIntBE(0, timeBytes)
  const isGood = Temporal.Now.instant().epochMilliseconds - made <= goodMs
  return isGood ? Temporal.Instant.fromEpochMilliseconds(made) : null
}
