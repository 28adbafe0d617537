import { adtTaker } from './adt/index.ts'
import { isPastDue, prepareDemoSensors, runDemoSensors, startPast } from './demo/index.ts'
import { openProvider } from './directory/index.ts'
import { firstStart } from './first-start.ts'
import { startHl7 } from './hl7/index.ts'
import { startWatch, watchClock, watchDiskRoom, watchJobs } from './notifications/index.ts'
import { nurseCallReports } from './nurse-calls/index.ts'
import { checkBuckets } from './platform/check-buckets.ts'
import { withCtx } from './platform/context.ts'
import { createFileStore } from './platform/create-file-store.ts'
import { createProbe } from './platform/ops/probe-database.ts'
import { createOutgoing } from './platform/outgoing.ts'
import { reachable } from './platform/reachable.ts'
import { createSealer } from './platform/seal.ts'
import { openTls } from './platform/tls.ts'
import { readVapid } from './platform/vapid.ts'
import { createSessions } from './sessions/index.ts'
import { settingsOf } from './settings-of.ts'
import { type Base, type Beginning, openBase } from './start-base.ts'
import { type Live, startLive } from './start-live.ts'
import { type MqttAddresses, startMqtt } from './start-mqtt.ts'
import { startWeb } from './start-web.ts'
import { startWork } from './start-work.ts'

export interface Addresses extends MqttAddresses {
  /** the address of calls and pages, or only of health checks */
  readonly http: string
}

export interface Starting {
  /** gets lines for whoever starts it: generated passwords, shown once */
  announce(line: string): void
  /** aborts when the start is given up */
  readonly stopping: AbortSignal
}

/** Starts the parts that the configuration names, in order of dependency. */
export async function startParts({ announce, stopping, ...beginning }: Starting & Beginning): Promise<Addresses> {
  const base = await openBase(beginning)
  const { config, log, onStop, runs, checks, databases, secret, jobOrigin } = base
  const files = await createFileStore(config)
  void checkBuckets(config, files, log)
  const live = await startLive(base, files)
  const { archive, state, ingest } = live
  const tls = config.TLS_CERT && config.TLS_KEY ? openTls(config.TLS_CERT, config.TLS_KEY, log) : null
  onStop(() => tls?.close())
  const { mqtt, mqtts } = await startMqtt(base, live, tls)
  const hl7 = await startHl7({
    ...{ log, host: config.HOST, tls: config.HL7_TLS ? tls : null },
    port: runs('ingest') ? config.HL7_PORT : undefined,
    takers: [adtTaker(jobOrigin('adt')), nurseCallReports(jobOrigin('nurse-call'))],
  })
  onStop(() => hl7.close())

  const scheme = tls ? 'https' : 'http'
  /** on a free port, known once the server listens */
  let { PORT: port } = config
  const baseUrl = () => config.BASE_URL ?? `${scheme}://localhost:${port}`
  const sessions = createSessions({
    ...{ database: databases.identity, secret, baseUrl },
    revealUnknownEmail: config.REVEAL_UNKNOWN_EMAIL,
  })
  const sealer = createSealer(secret)
  const vapid = await readVapid(base.workPool, sealer, config)
  const ehr = { sealer, outgoing: createOutgoing(config.EHR_HOSTS), adtPort: () => hl7.port ?? config.HL7_PORT ?? null }
  if (runs('jobs')) {
    const works = await startWork({ ...base, ingest, sessions, files, archive, ehr, vapid, baseUrl })
    checks.archive = () => works.archive()
    checks.jobs = () => works.jobs() && base.ops.watch.jobs
  }
  await watch(base, live)
  port = await startWeb(
    base,
    live,
    {
      ...{ sessions, state, files, archive, ehr, secret },
      push: { key: vapid.publicKey, baseUrl },
      provider: await openProvider(config, baseUrl, log),
      ...settingsOf(config, secret, baseUrl),
    },
    { tls, baseUrl },
  )

  const first = { database: databases.identity, actor: { type: 'job', name: 'first-start' }, log } as const
  await withCtx(first, async (ctx) => {
    // Before the commit: a kill after it would lose the password for good.
    for (const line of await firstStart(ctx, config, sessions)) announce(line)
  })
  await startDemo(base, live, mqtt, stopping)
  return { http: `${scheme}://${reachable(config.HOST)}:${port}`, mqtt, mqtts }
}

/** Starts what notices and says that the portal itself, its clock, its disk or its jobs fail. */
async function watch({ config, ops, onStop, runs, checks, connection, jobOrigin }: Base, { ingest }: Live) {
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
}

/** @param mqtt where the demonstration's sensors connect; with several nodes, each would replace the sensors' keys */
async function startDemo(
  { config, log, onStop, connection, samplesPool, job, bus, events }: Base,
  { keeper }: Live,
  mqtt: string | null,
  stopping: AbortSignal,
) {
  const isAlone = mqtt !== null && !bus.shared
  if (isAlone && (await isPastDue(samplesPool))) onStop(await startPast(connection, log, stopping))
  // No earlier: while their past is being made, the demonstration's beds would count as silent since midnight.
  events.on((event) => keeper.handle(event))
  await keeper.reload()
  const sensors = isAlone
    ? await job('demo-sensors', (ctx) => prepareDemoSensors(ctx, config.DEMO_INTERVAL_SECONDS))
    : null
  if (mqtt && sensors) onStop(runDemoSensors(sensors, mqtt, log))
}
