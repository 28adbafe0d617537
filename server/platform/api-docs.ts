import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Below /docs: the OpenAPI document as pages to read and try out (AP-1). */

const folder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))
const parts = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const page = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Eupnea interface</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="interface"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`

// What may be called is nobody's but those who sign in, as the document itself.
const start = `const answer = await fetch('/api/openapi.json')
if (answer.status === 401) {
  // As the app remembers where a visitor wanted to go (SH-3).
  if (sessionStorage.getItem('eupnea.manualLogout') !== 'true')
    sessionStorage.setItem('eupnea.wantedPath', location.pathname + location.hash)
  location.replace('/user/login')
} else
  SwaggerUIBundle({
    spec: await answer.json(),
    dom_id: '#interface',
    docExpansion: 'none',
    filter: true,
    deepLinking: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
  })
`

export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/docs/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => parts.includes(path.slice(1)),
  })
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
  )
}
