import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Programs ask for these: a page would tell them that all is well. */
const ofPrograms = /^\/(api|live|assets|scim|docs|healthz|readyz|metrics)([/?]|$)/

/** Those of a later build too: its document asks for them. */
const asset = /^\/assets\/[\w.-]+$/

/**
 * Serves the built web app; every page path answers with its single document. Without a build, only calls are served.
 */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(built)) return
  // Icons, the manifest, the service worker.
  const files = readdirSync(built, { withFileTypes: true }).filter((entry) => entry.isFile())
  const besides = new Set(files.map(({ name }) => `/${name}`))
  await app.register(fastifyStatic, {
    root: built,
    // A route for each of 800 files took a sixth of the start.
    serve: false,
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
      const path = request.url.split('?', 1)[0]!
      if (asset.test(path) || besides.has(path)) return reply.sendFile(path)
      return ofPrograms.test(path) ? reply.callNotFound() : reply.sendFile('index.html')
    },
  })
}
