import { createHmac, timingSafeEqual } from 'node:crypto'

/** Token in the address to which a gateway reports delivery states; nobody else can create one. */

const sign = (secret: string, messageId: string): string =>
  createHmac('sha256', secret).update(`receipt ${messageId}`).digest('base64url').slice(0, 27)

/** @param messageId 36 characters, so that the token has 64 */
export const receiptToken = (secret: string, messageId: string): string => `${messageId}.${sign(secret, messageId)}`

/** Where the gateway reports; sender and receiver build it alike, because the address is part of what is signed. */
export const receiptUrl = (baseUrl: string, token: string): string =>
  `${baseUrl.replace(/\/$/, '')}/api/outbox/receipts/${token}`

/** @returns the message's id; null for a forged token */
export function messageOfToken(secret: string, token: string): string | null {
  const [messageId = '', signature = ''] = token.split('.')
  return isSame(signature, sign(secret, messageId)) ? messageId : null
}

/**
 * Checks Twilio's signature of a callback: HMAC-SHA1 of the address and the form's fields, sorted by name, with the
 * account's token (X-Twilio-Signature).
 */
export function isSignedByGateway(
  token: string,
  url: string,
  form: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return isSame(
    signature,
    createHmac('sha1', token)
      .update(url + fields.join(''))
      .digest('base64'),
  )
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
