import { isUtf8 } from 'node:buffer'
import { m } from '@eupnea/texts'
import type { FastifyInstance } from 'fastify'
import { PortalError } from './errors.ts'

/** Bodies are JSON in UTF-8. Plain text, which Fastify accepts by default, is not accepted. */
export function takeJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  takeJsonAs(app, 'application/json')
}

/** JSON that a standard announces by a media type of its own. */
export function takeJsonAs(app: FastifyInstance, mediaType: string): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    // Clients announce JSON even for empty bodies, such as when signing out.
    if (body.length === 0) return done(null, undefined)
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? ''))
      return done(new PortalError(415, 'unsupported_encoding', m.platform_encoding()))
    if (!isUtf8(body as Buffer)) return done(new PortalError(400, 'malformed_json', m.platform_not_utf8()))
    return parseJson(request, body.toString(), done)
  })
}
