import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** Below this, compressing costs more than it saves, bytes. */
const shortest = 1_024

const encoders = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: string) => promisify(gzip)(text),
}
const encodings = new Negotiator<keyof typeof encoders>({ supportedValues: ['br', 'gzip'] })

/**
 * Compresses long JSON answers of calls, off the main thread: on a slow line, a list of residents takes a tenth of the
 * time. Streams aren't: a CSV is shown as it grows. Files of the web app are compressed when it is built.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !/^application\/json\b/.test(String(reply.getHeader('content-type'))))
      return payload
    reply.header('vary', 'accept-encoding')
    if (payload.length < shortest) return payload
    const encoding = encodings.negotiate(request.headers['accept-encoding'] ?? '')
    if (!encoding) return payload
    const compressed = await encoders[encoding](payload)
    reply.header('content-encoding', encoding).header('content-length', compressed.length)
    return compressed
  })
}
