import { createHmac, timingSafeEqual } from 'node:crypto'
import { fileLinkMinutes } from '@eupnea/contract/files.ts'

/** What a link to a file contains; it opens only that file (FI-2). */
export interface FileLink {
  readonly file_id: string
  /** whom it was given to */
  readonly user: string
  /** ms since the epoch */
  readonly expires: number
  /** the file was the resident's current face sheet: the link ends when that is replaced */
  readonly isPresent: boolean
}

const signatureOf = (secret: string, { file_id, user, expires, isPresent }: FileLink): string =>
  createHmac('sha256', secret).update(['file-link', file_id, user, expires, isPresent].join('\n')).digest('base64url')

/** Takes the same time whatever is wrong with the signature. */
export function isSignedBy(secret: string, link: FileLink, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, link))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** @param baseUrl the portal's public address */
export function createFileLink(
  secret: string,
  baseUrl: string,
  of: Pick<FileLink, 'file_id' | 'user' | 'isPresent'>,
  now: Temporal.Instant,
): { url: string; expires_at: string } {
  const expiry = now.add({ minutes: fileLinkMinutes }).round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  const link = { ...of, expires: expiry.epochMilliseconds }
  const url = new URL(`/api/files/${encodeURIComponent(of.file_id)}`, baseUrl)
  url.searchParams.set('user', of.user)
  url.searchParams.set('expires', String(link.expires))
  url.searchParams.set('signature', signatureOf(secret, link))
  return { url: url.href, expires_at: expiry.toString() }
}
