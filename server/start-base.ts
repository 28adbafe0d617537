import type pg from 'pg'
import { openDatabases } from './open-databases.ts'
import { type Bus, openBus } from './platform/bus.ts'
import type { Config } from './platform/config.ts'
import { type Ctx, type CtxOrigin, withCtx } from './platform/context.ts'
import { type Connection, createPool, type Databases, isAnswering, type ServingRole } from './platform/database.ts'
import { type EventListener, listenToEvents } from './platform/events.ts'
import type { Check } from './platform/health.ts'
import type { Log } from './platform/log.ts'
import type { Closer } from './platform/stop-parts.ts'
import type { OpsParts } from './start-ops.ts'

export interface Beginning {
  readonly config: Config
  readonly log: Log
  readonly ops: OpsParts
  /** @throws the reason of `stopping` when it has aborted */
  onStop(close: Closer): void
}

/** What every other part is started with. */
export interface Base extends Beginning {
  runs(role: Config['ROLES'][number]): boolean
  /** what says whether a part works; each part adds its own */
  readonly checks: Record<string, Check>
  /** of the portal's own work */
  readonly connection: Connection
  readonly databases: Databases
  readonly workPool: pg.Pool
  readonly samplesPool: pg.Pool
  readonly secret: string
  readonly portalId: string
  /** @param as the role whose tables it touches, by default that of the portal's own work */
  jobOrigin(name: string, as?: ServingRole): CtxOrigin
  /** in one transaction */
  job<T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T>
  readonly bus: Bus
  readonly events: EventListener
}

/** Opens the database and what nodes tell each other by. */
export async function openBase({ config, log, ops, onStop }: Beginning): Promise<Base> {
  const { connections, pools, databases, secret, portalId } = await openDatabases(config, log, onStop)
  const { work: connection } = connections
  ops.disk.begin()
  const samplesPool = createPool(connection, {
    name: 'samples',
    max: 4,
    // A node that stands still in the middle of a commit must not hold up the others.
    settings: { 'app.scope': 'all', idle_in_transaction_session_timeout: '10s' },
    pipeline: true,
    patienceMs: 60_000,
  })
  onStop(() => samplesPool.end())

  const bus = openBus(config.BUS_URL ? { url: config.BUS_URL, secret } : undefined, connection, log)
  onStop(() => bus.close())
  const events = await listenToEvents(connection, log)
  onStop(() => events.close())

  const jobOrigin: Base['jobOrigin'] = (name, as = 'work') => ({
    database: databases[as],
    actor: { type: 'job', name },
    log,
  })
  return {
    ...{ config, log, ops, onStop, connection, databases, samplesPool, secret, portalId, jobOrigin, bus, events },
    workPool: pools.work,
    runs: (role) => config.ROLES.includes(role),
    checks: {
      disk: () => !ops.disk.isFull,
      database: async () => ops.watch.writes && (await isAnswering(pools.requests)),
      ...(bus.shared && { bus: () => bus.connected }),
      events: () => events.connected,
      version: () => !ops.watch.isOutdated,
    },
    job: (name, work) => withCtx(jobOrigin(name), work),
  }
}
