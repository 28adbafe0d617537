import type { IncomingMessage } from 'node:http'

/** Under which origin a browser has opened the portal: what pages may connect to, and which pages may call with a cookie. */

/** A host and port that may stand in a header; anything else could add words to it. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** The host that the request names, in lower case; null when it names none. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const host = headers.host ?? ''
  return plainHost.test(host) ? host.toLowerCase() : null
}

/** Code of the refusal of another site's page. */
export const foreignOrigin = 'foreign_origin'

interface Own {
  /** people use https */
  readonly secure: boolean
  /** the address that people use; a proxy may hand on another host */
  readonly baseUrl: string
}

/**
 * Whether a page of another site makes the call (DO-9). Browsers name the page's origin with every call that changes
 * something and with every call from another site; programs don't.
 */
export function isForeign(request: Pick<IncomingMessage, 'headers'>, { secure, baseUrl }: Own): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  const page = URL.parse(origin)
  if (!page) return true
  if (page.origin === new URL(baseUrl).origin) return false
  const host = hostOf(request)
  return host === null || page.origin !== URL.parse(`${secure ? 'https' : 'http'}://${host}`)?.origin
}
