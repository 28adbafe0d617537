import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Parts, routesOf } from './app.ts'
import { recordAudits } from './audit/index.ts'
import { clinicExists } from './clinics/index.ts'
import { serveScim } from './directory/index.ts'
import { devicesOfDisplay } from './displays/index.ts'
import { startLiveServer } from './live/fanout/index.ts'
import { serveApiDocs } from './platform/api-docs.ts'
import { clientAddress } from './platform/client-address.ts'
import { withCtx } from './platform/context.ts'
import { serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { isForeign } from './platform/own-origin.ts'
import { serveWeb } from './platform/static.ts'
import type { Tls } from './platform/tls.ts'
import type { Base } from './start-base.ts'
import type { Live } from './start-live.ts'

/**
 * Starts the role `web`: calls, pages and the live stream. Nodes without it answer health checks only.
 * @returns the port that it listens on
 */
export async function startWeb(
  { config, log, ops, onStop, runs, checks, databases, job, events }: Base,
  { state, channels, fanout }: Live,
  parts: Parts,
  { tls, baseUrl }: { tls: Tls | null; baseUrl: () => string },
): Promise<number> {
  const { sessions } = parts
  const secure = baseUrl().startsWith('https:')
  const app = await createHttp({
    ...{ databases, log, secure, baseUrl, tls },
    routes: runs('web') ? routesOf(parts) : [],
    trustProxy: config.TRUST_PROXY,
    authenticate: (token) => sessions.authenticate(token),
  })
  serveHealth(app, { checks, diskReport: () => ops.disk.report(), metricsPublic: config.METRICS_PUBLIC })
  onStop(() => app.close())
  if (runs('web')) {
    await serveScim(app, { database: databases.identity, log, baseUrl })
    await serveWeb(app)
    await serveApiDocs(app)
    const database = databases.requests
    const addressOf = (request: IncomingMessage) => clientAddress(request, config.TRUST_PROXY)
    const live = startLiveServer({
      ...{ server: app.server, state, channels, fanout, log, addressOf },
      resolve: (token) => sessions.resolveLive(token),
      holderAgain: (actor) => sessions.holderAgain(actor),
      devicesOnFloor: (actor) => withCtx({ database, log, actor }, devicesOfDisplay),
      isForeign: (request) => isForeign(request, { secure, baseUrl: baseUrl() }),
      clinicExists: (clinicId) => job('live-connection', (ctx) => clinicExists(ctx, clinicId)),
      record: (actor, request, entries) =>
        withCtx({ database, log, actor, address: addressOf(request) }, (ctx) => recordAudits(ctx, entries)),
    })
    onStop(() => live.close())
    events.on((event) => {
      live.handle(event)
      if (event.type === 'changed') fanout.changed(event)
    })
    events.onResume(() => void live.recheck())
  }
  await app.listen({ port: config.PORT, host: config.HOST })
  return (app.server.address() as AddressInfo).port
}
