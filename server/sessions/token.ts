import { createHash, randomBytes } from 'node:crypto'

/** Tokens are 256 random bits. Only their SHA-256 is stored, so that reading the database doesn't allow using them. */

const livePrefix = 'live_'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token for one live connection; the prefix distinguishes it from a session token. */
export const newLiveToken = (): string => `${livePrefix}${newToken()}`

export const isLiveToken = (token: string): boolean => token.startsWith(livePrefix)

/** The value of `sessions.token`. */
export const hashToken = (token: string): string => hashBytes(token).toString('hex')

/** The value of `live_tokens.token_hash`. */
export const hashBytes = (token: string): Buffer => createHash('sha256').update(token).digest()
