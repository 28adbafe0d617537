import { m } from '@eupnea/texts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './context.ts'
import { PortalError } from './errors.ts'
import { foreignOrigin, isForeign } from './own-origin.ts'
import { sessionCookie } from './session-cookie.ts'

export interface IdentifyOptions {
  /** people use https: the session cookie is marked Secure */
  readonly secure: boolean
  /** the portal's public address */
  readonly baseUrl: () => string
  /** the actor of a session token; null when it is unknown, ended or expired */
  authenticate(token: string): Promise<Actor | null>
}

export const tokenOf = (request: FastifyRequest, secure: boolean): { token: string; fromCookie: boolean } | null => {
  const header = request.headers.authorization
  const bearer = header?.match(/^bearer +(.+)$/i)?.[1]
  if (bearer) return { token: bearer.trim(), fromCookie: false }
  const token = request.cookies[sessionCookie(secure)]
  return token ? { token, fromCookie: true } : null
}

/** Who calls, by their token. @throws 403 when a page of another site calls with the cookie */
export async function identify(options: IdentifyOptions, request: FastifyRequest): Promise<Actor> {
  const given = tokenOf(request, options.secure)
  if (!given) return { type: 'anonymous' }
  // SameSite=Strict keeps the cookie from other sites' requests; browsers that ignore it still name the page and site.
  if (given.fromCookie && isForeign(request, { secure: options.secure, baseUrl: options.baseUrl() }))
    throw new PortalError(403, foreignOrigin, m.platform_origin_foreign())
  const site = request.headers['sec-fetch-site']
  if (given.fromCookie && request.method !== 'GET' && site && site !== 'same-origin' && site !== 'none')
    return { type: 'anonymous' }
  return (await options.authenticate(given.token)) ?? { type: 'anonymous' }
}
