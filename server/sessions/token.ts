import { createHash, randomBytes } from 'node:crypto'

/** Tokens are 256 random bits. Only their SHA-256 is stored: whoever reads the database cannot act with it. */

const livePrefix = 'live_'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token for one live connection; the prefix tells it from a session's. */
export const newLiveToken = (): string => `${livePrefix}${newToken()}`

export const isLiveToken = (token: string): boolean => token.startsWith(livePrefix)

/** What `sessions.token` holds. */
export const hashToken = (token: string): string => hashBytes(token).toString('hex')

/** What `live_tokens.token_hash` holds. */
export const hashBytes = (token: string): Buffer => createHash('sha256').update(token).digest()
