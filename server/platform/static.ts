import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Programs ask for these: a page would tell them that all is well. */
const ofPrograms = /^\/(api|live|assets|scim|docs|healthz|readyz|metrics)([/?]|$)/

/** A file that a build has made since the start, which the document of that build asks for. */
const ofLaterBuild = /^\/assets\/[\w.-]+$/

/**
 * Serves the built web app; every page path answers with its single document. Without a build, only calls are served.
 */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(built)) return
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      // Built names carry a hash of their content; the document does not.
      const forGood = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.route({
    method: 'GET',
    url: '/*',
    handler: (request, reply) => {
      if (ofLaterBuild.test(request.url)) return reply.sendFile(request.url)
      return ofPrograms.test(request.url) ? reply.callNotFound() : reply.sendFile('index.html')
    },
  })
}
