import { ECDH } from 'node:crypto'

const base64url = /^[\w-]+={0,2}$/
const authBytes = 16

/** Whether it is a public key on P-256, uncompressed (RFC 8291). */
export function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (!base64url.test(text) || bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Whether it is an authentication secret (RFC 8291). */
export const isAuthSecret = (text: string): boolean =>
  base64url.test(text) && Buffer.from(text, 'base64url').length === authBytes
