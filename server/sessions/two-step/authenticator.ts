import { productName } from '@eupnea/contract/product.ts'
import { Secret, TOTP } from 'otpauth'

/** One-time codes as authenticator apps make them (RFC 6238): six digits, new every 30 seconds. */

const period = 30

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })

/** 160 random bits as base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says. */
export const appUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The number of the 30 seconds that a code is of: these, or one before or after, because phones' clocks drift.
 * @returns null for a wrong code
 */
export function stepOfCode(secret: string, code: string): number | null {
  const timestamp = Temporal.Now.instant().epochMilliseconds
  const drift = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return drift === null ? null : Math.floor(timestamp / 1_000 / period) + drift
}
