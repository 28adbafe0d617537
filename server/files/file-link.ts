import { createHmac, timingSafeEqual } from 'node:crypto'
import { fileLinkMinutes } from '@eupnea/contract/files.ts'

/** What a link to a file says; it opens that file and nothing else (FI-2). */
export interface FileLink {
  readonly file_id: string
  /** whom it was given to */
  readonly user: string
  /** ms since the epoch */
  readonly expires: number
  /** the file was its resident's present face sheet: a link ends when another takes its place */
  readonly isPresent: boolean
}

const signatureOf = (secret: string, { file_id, user, expires, isPresent }: FileLink): string =>
  createHmac('sha256', secret).update(['file-link', file_id, user, expires, isPresent].join('\n')).digest('base64url')

/** In the same time whatever is wrong with it. */
export function isSignedBy(secret: string, link: FileLink, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, link))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** @param baseUrl where people reach the portal */
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
