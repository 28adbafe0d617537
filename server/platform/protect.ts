import type { IncomingMessage } from 'node:http'
import helmet from 'helmet'
import { hostOf } from './own-origin.ts'

/** Headers of every answer that keep a browser from running, framing or reaching what isn't the portal's (AP-3, DO-9). */
export const createProtect = (secure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes style attributes, and styles can't execute code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Some browsers don't count live connections to the own host as 'self'.
        connectSrc: ["'self'", (request) => liveOrigin(request, secure)],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'same-origin' },
  })

/** Where the page's live connections go. */
function liveOrigin(request: Pick<IncomingMessage, 'headers'>, secure: boolean): string {
  const host = hostOf(request)
  return host === null ? "'self'" : `${secure ? 'wss' : 'ws'}://${host}`
}
