import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a locked page may still ask: how many notifications of one clinic are open (AN-4). */
export interface Locked {
  readonly clinic_id: string
  /** whose page it is */
  readonly user: string
  /** ms since the epoch */
  readonly expires: number
}

const signatureOf = (secret: string, payload: string): Buffer =>
  createHmac('sha256', secret).update(`lock-token\n${payload}`).digest()

/** A token that needs no row: it says what it is for, signed. */
export function createToken(secret: string, { clinic_id, user, expires }: Locked): string {
  const payload = Buffer.from(JSON.stringify([clinic_id, user, expires])).toString('base64url')
  return `${payload}.${signatureOf(secret, payload).toString('base64url')}`
}

/** @returns null for a token that isn't ours, or has ended @param now ms since the epoch */
export function readToken(secret: string, token: string, now: number): Locked | null {
  const [payload = '', signature = ''] = token.split('.')
  const expected = signatureOf(secret, payload)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [clinic_id, user, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    number,
  ]
  return expires > now ? { clinic_id, user, expires } : null
}
