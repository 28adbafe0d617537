import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceStatus } from '@eupnea/contract/live.ts'
import { startAdt } from './adt/index.ts'
import { routesOf } from './app.ts'
import { recordAudits } from './audit/index.ts'
import { clinicExists } from './clinics/index.ts'
import { isPastDue, prepareDemoSensors, runDemoSensors, startPast } from './demo/index.ts'
import { addWrongKeys, countMalformed, findDeviceKeys, noteDeviceStatus } from './devices/index.ts'
import { openProvider, serveScim } from './directory/index.ts'
import { devicesOfDisplay } from './displays/index.ts'
import { firstStart } from './first-start.ts'
import { createArchive, readOldMinutesFrom } from './live/archive/index.ts'
import { Channels, Fanout, startLiveServer } from './live/fanout/index.ts'
import { createIngest, judgeSilence, startBridge, startBroker, tendBeds } from './live/ingest/index.ts'
import { keepState, LiveState } from './live/state/index.ts'
import { sensorOutages, startWatch, watchClock, watchDiskRoom, watchJobs } from './notifications/index.ts'
import { nurseCallReports } from './nurse-calls/index.ts'
import { openDatabases } from './open-databases.ts'
import { serveApiDocs } from './platform/api-docs.ts'
import { openBus } from './platform/bus.ts'
import { checkBuckets } from './platform/check-buckets.ts'
import { clientAddress } from './platform/client-address.ts'
import type { Config } from './platform/config.ts'
import { type Ctx, type CtxOrigin, withCtx } from './platform/context.ts'
import { createFileStore } from './platform/create-file-store.ts'
import { createPool, isAnswering, type ServingRole } from './platform/database.ts'
import { listenToEvents } from './platform/events.ts'
import { type Check, serveHealth } from './platform/health.ts'
import { createHttp } from './platform/http.ts'
import { startElection } from './platform/leader.ts'
import type { Log } from './platform/log.ts'
import { createProbe } from './platform/ops/probe-database.ts'
import { createOutgoing } from './platform/outgoing.ts'
import { isForeign } from './platform/own-origin.ts'
import { reachable } from './platform/reachable.ts'
import { createSealer } from './platform/seal.ts'
import { serveWeb } from './platform/static.ts'
import type { Closer } from './platform/stop-parts.ts'
import { openTls } from './platform/tls.ts'
import { readVapid } from './platform/vapid.ts'
import { createSessions } from './sessions/index.ts'
import { settingsOf } from './settings-of.ts'
import type { OpsParts } from './start-ops.ts'
import { startWork } from './start-work.ts'

export interface Addresses {
  /** the address of calls and pages, or only of health checks */
  readonly http: string
  /** address for sensors; null where ROLES has no ingest */
  readonly mqtt: string | null
  readonly mqtts: string | null
}

export interface Starting {
  /** gets lines for whoever starts it: generated passwords, shown once */
  announce(line: string): void
  /** aborts when the start is given up */
  readonly stopping: AbortSignal
}

interface Start extends Starting {
  readonly config: Config
  readonly log: Log
  readonly ops: OpsParts
  /** @throws the reason of `stopping` when it has aborted */
  onStop(close: Closer): void
}

/** Starts the parts that the configuration names, in order of dependency. */
export async function startParts({ config, log, ops, onStop, announce, stopping }: Start): Promise<Addresses> {
  const runs = (part: Config['ROLES'][number]) => config.ROLES.includes(part)
  const checks: Record<string, Check> = {}

  const { connections, pools, databases, secret, portalId } = await openDatabases(config, log, onStop)
  const { work: connection } = connections
  const { requests: database } = databases
  ops.disk.begin()
  checks.disk = () => !ops.disk.isFull
  checks.database = async () => ops.watch.writes && (await isAnswering(pools.requests))
  const samplesPool = createPool(connection, {
    name: 'samples',
    max: 4,
    // A node that stands still in the middle of a commit must not hold up the others.
    settings: { 'app.scope': 'all', idle_in_transaction_session_timeout: '10s' },
    pipeline: true,
    patienceMs: 60_000,
  })
  onStop(() => samplesPool.end())

  const jobOrigin = (name: string, as: ServingRole = 'work'): CtxOrigin => ({
    database: databases[as],
    actor: { type: 'job', name },
    log,
  })
  const job = <T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => withCtx(jobOrigin(name), work)

  const bus = openBus(config.BUS_URL ? { url: config.BUS_URL, secret } : undefined, connection, log)
  onStop(() => bus.close())
  if (bus.shared) checks.bus = () => bus.connected
  const events = await listenToEvents(connection, log)
  onStop(() => events.close())
  checks.events = () => events.connected

  const state: LiveState = new LiveState(() => events.caughtUp().then(() => keeper.settled()))
  const channels = new Channels()
  const quietMs = config.NO_READINGS_MINUTES * 60_000
  const outages = sensorOutages(jobOrigin('watch-sensors'))
  const files = await createFileStore(config)
  void checkBuckets(config, files, log)
  const archive = createArchive(files, log)
  readOldMinutesFrom(archive, databases)
  const tender = tendBeds({ pool: samplesPool, archive, state, log, quietMs, outages })
  onStop(() => tender.close())
  const ingest = createIngest({
    pool: samplesPool,
    archive,
    state,
    log,
    happen: tender.happen,
    missed: (deviceId) => keeper.missed(deviceId),
    isDiskFull: () => ops.disk.isFull,
    late: (bed) => keeper.late(bed),
    retention: { readingsDays: config.RETENTION_READINGS_DAYS, minutesDays: config.RETENTION_MINUTES_DAYS },
    writeMalformed: (counts) => job('count-malformed', (ctx) => countMalformed(ctx, counts)),
    writeStatus: (deviceId: string, status: DeviceStatus) =>
      job('note-device-status', (ctx) => noteDeviceStatus(ctx, deviceId, status)),
  })
  await ingest.keepPartitions()
  const keeper = await keepState(state, samplesPool, log, tender.happen)
  onStop(() => keeper.close())
  const judge = startElection({ connection, name: 'watch', log, begin: () => judgeSilence(tender) })
  onStop(() => judge.close())
  const fanout = new Fanout(state, channels, bus, events)
  onStop(() => fanout.close())
  const recover = () => void keeper.reload().then(() => fanout.resend())
  events.onResume(recover)
  bus.onResume(recover)

  const tls = config.TLS_CERT && config.TLS_KEY ? openTls(config.TLS_CERT, config.TLS_KEY, log) : null
  onStop(() => tls?.close())
  let mqtt: string | null = null
  let mqtts: string | null = null
  if (runs('ingest')) {
    const keysOf = (deviceIds: readonly string[]) => job('device-login', (ctx) => findDeviceKeys(ctx, deviceIds))
    const broker = await startBroker({
      port: config.MQTT_PORT === 'off' ? null : config.MQTT_PORT,
      secure: tls && { port: config.MQTTS_PORT, tls },
      host: config.HOST,
      ingest,
      log,
      bedOf: (deviceId) => state.byId(deviceId),
      async login(deviceIds) {
        const found = await keysOf(deviceIds)
        // Another node may have had it until now, or it is newer than our copy: the database decides.
        const unknown = [...found.keys()].filter((id) => bus.shared || !state.byId(id))
        if (unknown.length > 0) await keeper.reloadDevices(unknown)
        return found
      },
      keysOf,
      quota: {
        readings: config.DEVICE_READINGS_PER_SECOND,
        bytes: config.DEVICE_BYTES_PER_SECOND,
        connections: config.DEVICE_CONNECTIONS,
      },
      writeWrongKeys: (counts) => job('count-wrong-keys', (ctx) => addWrongKeys(ctx, counts)),
    })
    onStop(async () => {
      broker.stopTaking()
      await ingest.close()
      await broker.close()
    })
    if (broker.port !== null) mqtt = `mqtt://${reachable(config.HOST)}:${broker.port}`
    if (broker.securePort !== null) mqtts = `mqtts://${reachable(config.HOST)}:${broker.securePort}`
    checks.broker = () => true
    checks.ingest = () => ingest.stores
    events.on((event) => {
      if (event.type === 'device_key_changed') broker.disconnect(event.device_id)
    })
    events.onResume(() => void broker.recheck())
    if (config.MQTT_URL) {
      // In the 23 characters that every broker accepts: shared by its nodes, different from other portals.
      const bridgeOptions = { url: config.MQTT_URL, clientId: `eupnea-${portalId}`, ingest, state, log }
      const bridge = startElection({ connection, name: 'bridge', log, begin: () => startBridge(bridgeOptions) })
      onStop(() => bridge.close())
      checks.bridge = () => bridge.works
      keeper.onRead(() => bridge.lead?.refresh())
    }
  } else onStop(() => ingest.close())

  const hl7Port = runs('ingest') ? config.HL7_PORT : undefined
  const hl7Tls = config.HL7_TLS ? tls : null
  const adt = await startAdt({
    ...{ origin: jobOrigin('adt'), host: config.HOST, tls: hl7Tls, port: hl7Port },
    reports: nurseCallReports(jobOrigin('nurse-call')),
  })
  onStop(() => adt.close())

  const scheme = tls ? 'https' : 'http'
  /** the portal's public address; on a free port, known once the server listens */
  let baseUrl = config.BASE_URL ?? `${scheme}://localhost:${config.PORT}`
  const sessions = createSessions({
    ...{ database: databases.identity, secret, baseUrl: () => baseUrl },
    revealUnknownEmail: config.REVEAL_UNKNOWN_EMAIL,
  })

  const sealer = createSealer(secret)
  const vapid = await readVapid(pools.work, sealer, config)
  const ehr = { sealer, outgoing: createOutgoing(config.EHR_HOSTS), adtPort: () => adt.port ?? config.HL7_PORT ?? null }
  if (runs('jobs')) {
    const work = { config, connection, log, events, ingest, sessions, files, secret, ehr, vapid, jobOrigin, onStop }
    const works = await startWork({ ...work, archive, baseUrl: () => baseUrl })
    checks.archive = () => works.archive()
    checks.jobs = () => works.jobs() && ops.watch.jobs
  }

  await ops.watch.begin({
    probe: createProbe(connection),
    stores: () => ingest.stores,
    isDiskFull: () => ops.disk.isFull,
  })
  const clockAheadMs = () => ingest.clockAheadMs ?? ops.watch.clockAheadMs
  checks.clock = () => clockAheadMs() === null
  onStop(watchClock(jobOrigin('watch-clock'), clockAheadMs))
  ops.beginHeartbeat()
  onStop(watchDiskRoom({ origin: jobOrigin('watch-disk'), ...ops.diskRoom, portal: ops.portal }))

  // Both on nodes people use and on nodes that run jobs, so that each notices when the other stops.
  if (runs('web') || runs('jobs')) {
    onStop(startWatch(jobOrigin('watch-monitoring'), config.NO_READINGS_MINUTES * 60))
    onStop(watchJobs({ origin: jobOrigin('watch-jobs'), mails: config.OPS_MAIL, portal: ops.portal }))
  }

  const push = { key: vapid.publicKey, baseUrl: () => baseUrl }
  const provider = await openProvider(config, () => baseUrl, log)
  const settings = settingsOf(config, secret, () => baseUrl)
  const parts = { sessions, state, files, archive, ehr, secret, push, provider, ...settings }
  // Every node answers health checks, whatever its roles.
  const app = await createHttp({
    routes: runs('web') ? routesOf(parts) : [],
    databases,
    log,
    trustProxy: config.TRUST_PROXY,
    secure: baseUrl.startsWith('https:'),
    baseUrl: () => baseUrl,
    tls,
    authenticate: (token) => sessions.authenticate(token),
  })
  serveHealth(app, { checks, diskReport: () => ops.disk.report(), metricsPublic: config.METRICS_PUBLIC })
  onStop(() => app.close())
  if (runs('web')) {
    await serveScim(app, { database: databases.identity, log, baseUrl: () => baseUrl })
    await serveWeb(app)
    await serveApiDocs(app)
    const addressOf = (request: IncomingMessage) => clientAddress(request, config.TRUST_PROXY)
    const live = startLiveServer({
      server: app.server,
      state,
      channels,
      fanout,
      log,
      resolve: (token) => sessions.resolveLive(token),
      holderAgain: (actor) => sessions.holderAgain(actor),
      devicesOnFloor: (actor) => withCtx({ database, log, actor }, devicesOfDisplay),
      isForeign: (request) => isForeign(request, { secure: baseUrl.startsWith('https:'), baseUrl }),
      clinicExists: (clinicId) => job('live-connection', (ctx) => clinicExists(ctx, clinicId)),
      addressOf,
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
  const { port } = app.server.address() as AddressInfo
  const http = `${scheme}://${reachable(config.HOST)}:${port}`
  baseUrl = config.BASE_URL ?? `${scheme}://localhost:${port}`

  const first: CtxOrigin = { database: databases.identity, actor: { type: 'job', name: 'first-start' }, log }
  await withCtx(first, async (ctx) => {
    // Before the commit: a kill after it would lose the password for good.
    for (const line of await firstStart(ctx, config, sessions)) announce(line)
  })
  if (mqtt && !bus.shared && (await isPastDue(samplesPool))) onStop(await startPast(connection, log, stopping))
  // No earlier: while their past is being made, the demonstration's beds would count as silent since midnight.
  events.on((event) => keeper.handle(event))
  await keeper.reload()
  // With several nodes, each would replace the sensors' keys.
  const demoSensors =
    mqtt && !bus.shared
      ? await job('demo-sensors', (ctx) => prepareDemoSensors(ctx, config.DEMO_INTERVAL_SECONDS))
      : null
  if (mqtt && demoSensors) onStop(runDemoSensors(demoSensors, mqtt, log))
  return { http, mqtt, mqtts }
}
