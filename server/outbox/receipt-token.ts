import { createHmac, timingSafeEqual } from 'node:crypto'

/** What stands in the address that a gateway tells a message's state to: nobody else can make one. */

const sign = (secret: string, messageId: string): string =>
  createHmac('sha256', secret).update(`receipt ${messageId}`).digest('base64url').slice(0, 27)

/** @param messageId 36 characters, so that the token has 64 */
export const receiptToken = (secret: string, messageId: string): string => `${messageId}.${sign(secret, messageId)}`

/** Where the gateway tells of it; the same on both sides, for it is part of what is signed. */
export const receiptUrl = (baseUrl: string, token: string): string =>
  `${baseUrl.replace(/\/$/, '')}/api/outbox/receipts/${token}`

/** @returns the message's id; null for a token that was not made here */
export function messageOfToken(secret: string, token: string): string | null {
  const [messageId = '', signature = ''] = token.split('.')
  return isSame(signature, sign(secret, messageId)) ? messageId : null
}

/**
 * Twilio's signature of a callback: HMAC-SHA1 of the address and the form's fields in the order of their names, with
 * the account's token (X-Twilio-Signature).
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
