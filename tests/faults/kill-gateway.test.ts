import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDeliveries } from '../../server/outbox/index.ts'
import { type CtxOrigin, withCtx } from '../../server/platform/context.ts'
import { createLog } from '../../server/platform/log.ts'
import { startTestHttp, type TestHttp } from '../kit/portal.ts'
import { type Behaviour, type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/**
 * kill -9 while messages are on their way to an SMS gateway that is late, fails, never answers, or drops what it has
 * taken: each phone hears of everything exactly once (AL-6, AN-13). Minutes pass while the portal is down. `KILLS=100`
 * kills more often.
 */

const ways: readonly Behaviour[] = [
  { status: 201, afterMs: 800 },
  { status: 500 },
  { status: 500, accepts: true },
  'hang',
  'drop',
]
const kills = Math.max(ways.length, Number(process.env.KILLS || 0))
const phones = ['+447700900101', '+447700900102', '+447700900103']
const patience = { timeout: 60_000, interval: 50 }

let world: TestHttp
let origin: CtxOrigin
let gateway: SmsGatewayServer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal | undefined

beforeAll(async () => {
  world = await startTestHttp([])
  origin = { database: world.database, actor: { type: 'job', name: 'outbox' }, log: createLog('silent') }
  gateway = await startSmsGateway()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await portal?.kill()
  await gateway?.close()
  await world?.close()
  await folder?.remove()
})

async function start(): Promise<SpawnedPortal> {
  const { host, port, user, password, database } = world.connection
  const env = {
    DATABASE_URL: `postgresql://${user}:${password}@localhost:${port}/${database}?host=${host}`,
    ROLES: 'jobs',
    SMS_URL: gateway.url,
    ALERT_BURST: '100',
    ALERTS_PER_MINUTE: '600',
  }
  portal = await spawnPortal({ dataDir: folder.path, env, signIn: false })
  return portal
}

const textOf = (nth: number) => `Maple: event ${nth}. https://x/n/${nth}`

/** Queues one notice to each phone. */
async function tell(nth: number): Promise<void> {
  const at = Temporal.Now.instant().toString()
  const about = { from: 'Maple', zone: 'UTC', lines: [], count: 1, since: at, at, link: `https://x/n/${nth}` }
  const notices = phones.map((to) => ({ channel: 'sms' as const, to, subject: '', text: textOf(nth), notice: about }))
  await withCtx(origin, (ctx) => queueDeliveries(ctx, notices))
}

/** Minutes pass for what is on its way; nothing grows old meanwhile, or it would become one message with others. */
async function pass(minutes: number): Promise<void> {
  const back = sql`make_interval(secs => ${minutes * 60})`
  await sql`update deliveries set created_at = now(), taken_at = taken_at - ${back},
    next_attempt_at = next_attempt_at - ${back}, lease_until = lease_until - ${back}
    where status = 'queued'`.execute(world.owner)
  await sql`update attempts set started_at = started_at - ${back}, ended_at = ended_at - ${back}`.execute(world.owner)
  await sql`update gateways set paused_until = paused_until - ${back}, failed_at = failed_at - ${back},
    next_probe_at = next_probe_at - ${back}`.execute(world.owner)
}

const waiting = async () =>
  (await world.owner.selectFrom('deliveries').select('id').where('status', '=', 'queued').execute()).length

test(
  `${kills} kills while the gateway is late, fails, hangs or drops what it has taken: none lost, none doubled [AL-6] [AN-13]`,
  async () => {
    for (let kill = 0; kill < kills; kill++) {
      gateway.behave(ways[kill % ways.length]!)
      const before = gateway.requests.length
      const running = await start()
      await tell(kill)
      await expect.poll(() => gateway.requests.length, patience).toBeGreaterThan(before)
      await sleep(Math.random() * 2_000)
      await running.kill()
      await pass(1.5 + Math.random())
    }
    gateway.behave({ status: 201 })
    const last = await start()
    // Of all that was before, the gateway may have taken everything without saying so.
    await tell(kills)
    await expect.poll(waiting, patience).toBe(0)
    await last.stop()
    const told = gateway.taken.map(({ to, body }) => `${to} ${body}`)
    const expected = phones.flatMap((phone) => Array.from({ length: kills + 1 }, (_, nth) => `${phone} ${textOf(nth)}`))
    expect(told.sort()).toEqual(expected.sort())
    // Kills did come in between, and what the gateway had was found there.
    const outcomes = await world.owner.selectFrom('attempts').select('outcome').execute()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining([null, 'found', 'accepted']))
  },
  kills * 90_000 + 90_000,
)
