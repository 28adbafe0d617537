import { updateDevice } from '@eupnea/contract/devices.ts'
import { topics } from '@eupnea/contract/live.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolders } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire, type Wire } from './wire.ts'

/** Two nodes, one of which stands still while its connections stay open: the other goes on without it (LI-9). */

const patience = { timeout: 30_000 }

const folders = temporaryFolders()
const wires: Wire[] = []
let postgres: ExternalPostgres
let sql: pg.Client
let gateway: SmsGatewayServer
let nodes: SpawnedPortal[] = []
let ward: Ward

async function login(portal: SpawnedPortal, { key }: Bed): Promise<Wire> {
  const wire = await openWire({ port: Number(new URL(portal.mqtt).port), ...key })
  wires.push(wire)
  return wire
}
const say = (wire: Wire, bed: Bed) =>
  wire.publish(topics.telemetry(bed.device_id), JSON.stringify({ ts: Date.now(), rr: 16, dist: 0.5 }))
/** Whether a connection of this name is in a state, such as waiting for a lock. */
async function isAt(name: string, state: string, waitsFor: string): Promise<boolean> {
  // Within a transaction it would see the same each time.
  await sql.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await sql.query(
    'select from pg_stat_activity where application_name = $1 and state = $2 and wait_event_type = $3',
    [name, state, waitsFor],
  )
  return rowCount! > 0
}
/** The connection by which a node judges silence, as the database numbers it. */
const judge = async (): Promise<number | null> =>
  (
    await sql.query(`select pid from pg_stat_activity join pg_locks using (pid)
      where application_name = 'eupnea-watch' and locktype = 'advisory' and granted`)
  ).rows[0]?.pid ?? null

describe('two nodes', () => {
  beforeAll(async () => {
    postgres = await startExternalPostgres(await folders.next())
    gateway = await startSmsGateway()
    const env = { DATABASE_URL: postgres.url, SMS_URL: gateway.url }
    for (let n = 0; n < 2; n++) nodes.push(await spawnPortal({ dataDir: await folders.next(), env }))
    ward = await createWard(nodes[0]!, 'frozen', 3)
    sql = new pg.Client(postgres.connection)
    sql.on('error', () => {})
    await sql.connect()
  })
  afterEach(() => {
    for (const node of nodes) node.process.kill('SIGCONT')
    for (const wire of wires.splice(0)) wire.close()
  })
  afterAll(async () => {
    await sql?.end()
    await Promise.all(nodes.map((node) => node.stop()))
    nodes = []
    await gateway?.close()
    await postgres?.stop()
    await folders.remove()
  })

  test('one that freezes while it judges silence is replaced by the other, and doesn’t take over again [LI-9][WA-1]', async () => {
    // The first to start.
    const [a] = nodes as [SpawnedPortal]
    await expect.poll(judge, patience).not.toBeNull()
    const before = await judge()
    a.process.kill('SIGSTOP')
    await expect.poll(judge, patience).not.toBeOneOf([null, before])
    const after = await judge()
    a.process.kill('SIGCONT')
    await expect.poll(() => a.stderr(), patience).toContain('leader: database not reached')
    expect(await judge()).toBe(after)
  })

  test('one that freezes while it stores readings does not hold up the other for long [LI-2][LI-9]', async () => {
    const [a, b] = nodes as [SpawnedPortal, SpawnedPortal]
    const [moved, other] = ward.beds as [Bed, Bed]
    const [onA, othersOnB] = [await login(a, moved), await login(b, other)]
    for (const [wire, bed] of [
      [onA, moved],
      [othersOnB, other],
    ] as const)
      await say(wire, bed)
    await sql.query('begin')
    await sql.query('select from latest where device_no = (select no from devices where id = $1) for update', [
      moved.device_id,
    ])
    void say(onA, moved).catch(() => {})
    await expect.poll(() => isAt('eupnea-samples', 'active', 'Lock'), patience).toBe(true)
    a.process.kill('SIGSTOP')
    await sql.query('rollback')

    const onB = await login(b, moved)
    let isStored = false
    const onBoth = Promise.all([say(onB, moved), say(othersOnB, other)])
    onBoth.then(
      () => {
        isStored = true
      },
      () => {},
    )
    await expect.poll(() => isStored, patience).toBe(true)
  })

  test('one that freezes while it takes messages does not keep them from being sent [LI-9][AL-6]', async () => {
    const [a, b] = nodes as [SpawnedPortal, SpawnedPortal]
    const waiting = async () =>
      (await sql.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount
    const wake = () => sql.query(`select pg_notify('eupnea', '{"type":"message_queued"}')`)
    b.process.kill('SIGSTOP')
    await sql.query(`select pg_advisory_lock(hashtext('outbox notices sms'))`)
    await wake()
    await expect.poll(waiting, patience).toBe(1)
    b.process.kill('SIGCONT')
    await expect.poll(waiting, patience).toBe(2)
    a.process.kill('SIGSTOP')
    await sql.query('select pg_advisory_unlock_all()')

    const at = new Date().toISOString()
    const notice = { from: 'f', zone: 'UTC', lines: ['l'], count: 1, severity: 'danger', since: at, at, link: '' }
    await sql.query(
      `insert into deliveries (channel, recipient, subject, body, notice) values ('sms', '+447700900123', 's', 'b', $1)`,
      [notice],
    )
    await wake()
    await expect.poll(() => gateway.taken.length, patience).toBe(1)
  })

  test('one that freezes while it answers a person does not hold up what others do [LI-9]', async () => {
    const [a, b] = nodes as [SpawnedPortal, SpawnedPortal]
    const { device_id } = ward.beds[2] as Bed
    await sql.query('begin')
    // It waits before it changes the sensor that it has locked.
    await sql.query('lock table devices in share mode')
    void a.send(updateDevice, { device_id, presence_range: 4 }).catch(() => {})
    await expect.poll(() => isAt('eupnea-requests', 'active', 'Lock'), patience).toBe(true)
    a.process.kill('SIGSTOP')
    await sql.query('rollback')
    await expect.poll(() => isAt('eupnea-requests', 'idle in transaction', 'Client'), patience).toBe(true)

    let isDone = false
    void b.send(updateDevice, { device_id, presence_range: 3 }).then(
      () => {
        isDone = true
      },
      () => {},
    )
    await expect.poll(() => isDone, patience).toBe(true)
  })
})
