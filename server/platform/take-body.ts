import { parse } from 'node:querystring'
import type { Call } from '@eupnea/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { awaitFile } from './await-body.ts'

/** How the body of a call is read that isn't plain JSON. @param scope of this call alone */
export function takeBody(scope: FastifyInstance, carries: Call['carries']): void {
  if (carries === 'form')
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, parse(body as string)),
    )
  if (carries === 'signed') {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  }
  if (carries === 'upload') {
    scope.removeAllContentTypeParsers()
    // A file's body goes to its verb unparsed, whatever its content type.
    scope.addContentTypeParser('*', (request, body, done) => {
      awaitFile(request.raw)
      done(null, body)
    })
  }
}
