import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the OpenAPI document under /docs, to read and try out (AP-1). */

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
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <main id="interface"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`

// Fixes what Swagger UI shows too faintly to read or too small to hit (WCAG 2.2 AA).
const style = `.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #40495a }
.swagger-ui .btn.authorize { color: #11703f; border-color: #11703f }
.swagger-ui .btn.authorize svg { fill: #11703f }
.swagger-ui a.link, .swagger-ui .info a { color: #1f5fa8 }
.swagger-ui .btn.try-out__btn, .swagger-ui .parameter__in { color: #3b4151 }
.swagger-ui .btn.execute, .swagger-ui .download-contents { background: #1f5fa8; border-color: #1f5fa8 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #11703f }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5200 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e }
.swagger-ui .microlight span[style] { color: #fff !important }
.swagger-ui .opblock-summary-path a { display: inline-block; min-height: 24px; line-height: 24px }
`

// The list of calls, like the document itself, is only for people who have signed in.
const start = `const answer = await fetch('/api/openapi.json')
if (answer.status === 401) {
  // Remembers the page to return to, as the app does (SH-3).
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
    // There is only one server, and the list for choosing one has no accessible name.
    plugins: [{ wrapComponents: { ServersContainer: () => () => null } }],
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
  app.get('/docs/page.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
  app.get('/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
  )
}
