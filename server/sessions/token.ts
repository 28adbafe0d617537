import { hash, randomBytes } from 'node:crypto'

/** Tokens are 256 random bits. Only their SHA-256 is stored, so that reading the database doesn't allow using them. */

const livePrefix = 'live_'
const displayPrefix = 'display_'
const servicePrefix = 'service_'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token for one live connection; the prefix distinguishes it from a session token. */
export const newLiveToken = (): string => `${livePrefix}${newToken()}`

export const isLiveToken = (token: string): boolean => token.startsWith(livePrefix)

/** A display's token, which stays until it is revoked; the prefix tells it from a person's. */
export const newDisplayToken = (): string => `${displayPrefix}${newToken()}`

export const isDisplayToken = (token: string): boolean => token.startsWith(displayPrefix)

/** A service account's access token. */
export const newServiceToken = (): string => `${servicePrefix}${newToken()}`

export const isServiceToken = (token: string): boolean => token.startsWith(servicePrefix)

/** The value of `sessions.token` and `displays.token_hash`. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** How long a live token may be used. */
export const liveTokenSeconds = 60

/** The value of `live_tokens.token_hash`. */
export const hashBytes = (token: string): Buffer => hash('sha256', token, 'buffer')
