import { calls } from '@eupnea/contract/calls.ts'
import { readWall } from '@eupnea/contract/displays.ts'
import { readDowntime } from '@eupnea/contract/downtime.ts'
import { readHandover } from '@eupnea/contract/handover.ts'
import { countUnseenNotifications, listNotifications } from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../server/adt/ehr.fixture.ts'
import { peopleOf } from '../../server/duties/index.ts'
import { commitBatch } from '../../server/live/ingest/commit-batch.ts'
import { endEpisode, raiseEpisode } from '../../server/live/ingest/index.ts'
import { LiveState } from '../../server/live/state/index.ts'
import { loadBeds } from '../../server/live/state/state.sql.ts'
import { withCtx } from '../../server/platform/context.ts'
import { createPool } from '../../server/platform/database.ts'
import { createLog } from '../../server/platform/log.ts'
import { connectMllp } from '../kit/mllp-client.ts'
import { type SignedInClient, startTestHttp, type TestHttp } from '../kit/portal.ts'
import { everyRoute } from './every-route.ts'
import { samples } from './samples.ts'
import { type Clinic, insertClinic, insertDisplay } from './world.ts'

/**
 * The plans of what is asked all day, as PostgreSQL ran them in one facility among many (docs/database.md): they read
 * no other facility's rows, so tables could be distributed by clinic_no.
 */

/** Not distributed: facilities, people, who may belong to several, and the audit log, which is one chain. */
const undistributed = [
  'clinics',
  ...['users', 'user_clinics', 'sessions', 'channel_choices', 'push_subscriptions'],
  ...['member_links', 'member_providers', 'member_invitations', 'provider_invitations'],
  ...['audit_entries', 'audit_chains', 'audit_links'],
]

/** What the pages of a facility ask for when they open, and again whenever something changes; and what people do there. */
const hot = [
  ...['listResidents', 'listRooms', 'listFloors', 'listLastRr', 'readResident'],
  ...['listDevices', 'listDeviceRecords', 'readDeviceMetrics', 'listBedMismatches', 'readMonitoring'],
  ...['listNotifications', 'listCurrentNotifications', 'countUnseenNotifications', 'readNotification'],
  ...['listNotes', 'listStoredNotes', 'listDuties', 'readDowntime', 'readTrendCounts'],
  ...['readClinicPlan', 'readResidentPlan', 'listPlanReviews'],
  ...['listNights', 'readNights', 'listRates', 'readHandover'],
  ...['listReportResidents', 'listReportDevices', 'readReport', 'readLiveGraph'],
  ...['seeNotification', 'snoozeNotification', 'acknowledgeNotification'],
  ...['createNote', 'createDuty', 'takeOverShift'],
]

/** Each with a row or two in every table. */
const others = 200
/** Far more than one facility has, and far fewer than all have. */
const mostRows = 50

/**
 * Every plan that is run comes as a notice. Tables of a test are small; plans of large ones neither read whole tables
 * nor hash them.
 */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  /** means of all loops */
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

interface Read {
  readonly table: string
  readonly rows: number
}

/** What a plan has read. @param above the table of a bitmap */
function readsOf(node: PlanNode, above = ''): Read[] {
  const name = node['Relation Name'] ?? (node['Node Type'].startsWith('Bitmap') ? above : '')
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const below = (node.Plans ?? []).flatMap((child) => readsOf(child, name))
  // Partitions are named by their day.
  return name ? [{ table: name.replace(/_\d{8}$/, ''), rows: each * node['Actual Loops'] }, ...below] : below
}

const run: { readonly statement: string; readonly reads: readonly Read[] }[] = []

const watch = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = message.split(/ plan:\n(.*)/s)
      if (json === undefined) return
      const { 'Query Text': statement, Plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
      run.push({ statement, reads: readsOf(Plan) })
    })
  })

let portal: TestHttp
let live: pg.Pool
let own: Clinic
let nurse: SignedInClient
let displayToken: string
const state = new LiveState()
const log = createLog('silent')

beforeAll(async () => {
  portal = await startTestHttp((sessions) => everyRoute(sessions, state), undefined, watch)
  const { owner } = portal
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 1, current_date - 1)`.execute(
    owner,
  )
  // Whoever reads in some order passes half of the others before it comes to this one.
  for (let n = 0; n < others; n++) {
    const made = await insertClinic(owner)
    if (n === others / 2) own = made
  }
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [own.clinic_id] })
  displayToken = await insertDisplay(owner, own.clinic_id)
  // A device has many hours, so that finding it by the hour costs more than by itself, as in a year's tables.
  await sql`insert into hours
    select device_no, clinic_no, hour - (1000 + x) * interval '1 hour', n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr,
      sum_dist
    from hours, generate_series(1, 100) x`.execute(owner)
  await sql`analyze`.execute(owner)
  // For connections from now on; so far there are only the owner's.
  for (const [name, value] of Object.entries(settings))
    await sql`alter database ${sql.id(portal.connection.database!)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(
      owner,
    )
  const samplesOfAll = { 'app.scope': 'all' }
  live = watch(createPool(portal.connections.work, { name: 'live', max: 1, pipeline: true, settings: samplesOfAll }))
  for (const bed of await loadBeds(live, Date.now(), [own.device_id])) state.put(bed)
})
afterAll(async () => {
  await live.end()
  await portal.close()
})

/** What `work` reads of more rows than its facility has. @param touched gets the tables that it uses */
async function foreignReads(work: () => Promise<unknown>, touched = new Set<string>()): Promise<string[]> {
  run.length = 0
  await work()
  expect(run.length).toBeGreaterThan(0)
  for (const { reads } of run) for (const { table } of reads) touched.add(table)
  return run.flatMap(({ statement, reads }) =>
    reads
      .filter(({ table, rows }) => rows > mostRows && !undistributed.includes(table))
      .map(({ table, rows }) => `${rows} rows of ${table}: ${statement.slice(0, 400)}`),
  )
}

it('a statement that leaves the facility to row-level security reads all others’ rows, which is noticed here [FA-4]', async () => {
  const limited = { type: 'link', id: 'test', clinicIds: [own.clinic_id] } as const
  const residents = () =>
    withCtx({ database: portal.databases.requests, actor: limited, log }, ({ db }) =>
      db.selectFrom('residents').select('id').execute(),
    )
  expect(await residents()).toHaveLength(2)
  expect(await foreignReads(residents)).toEqual([expect.stringContaining('rows of residents')])
})

it('no page of a facility, and nothing that is done on it, reads rows of another facility [FA-4]', async () => {
  const found: string[] = []
  const touched = new Set<string>()
  for (const name of hot) {
    const call = calls.find((one) => one.name === name)!
    for (const input of samples[name]!.inputs(own)) {
      const reads = await foreignReads(() => nurse.call(call, input as never), touched)
      found.push(...reads.map((read) => `${name} reads ${read}`))
    }
  }
  found.push(...(await foreignReads(() => portal.withToken(displayToken).call(readWall, {}))))
  expect(found).toEqual([])
  expect([...touched]).toEqual(
    expect.arrayContaining([
      ...['residents', 'devices', 'device_assignments', 'readings', 'minutes', 'hours', 'latest', 'presence'],
      ...['notifications', 'episodes', 'signal_spans', 'notes', 'plans', 'leaves', 'duties', 'handovers', 'trends'],
    ]),
  )
}, 60_000)

it('nor does storing readings, or what is raised, ended and told of them [FA-4]', async () => {
  const { device_no: deviceNo, clinic_no: clinicNo, clinic_id: clinicId, device_id: deviceId, patient_id } = own
  const now = Date.now()
  // Of this hour and of the one before.
  const readings = Array.from({ length: 30 }, (_, n) => ({
    ...{ deviceNo, clinicNo, ms: now - (30 - n) * 5_000 - (n < 10 ? 3_600_000 : 0), rr: 16, dist: 0.9 },
    ...{ isDistAbsent: null, isMoving: null },
  }))
  const silent = { kind: 'silent', direction: null, at: now } as const
  const raised = { clinicId, residentId: patient_id, deviceId, title: '', description: '', isLate: false, tz: 'UTC' }
  const touched = new Set<string>()
  const found = await foreignReads(async () => {
    const client = await live.connect()
    try {
      await commitBatch(client, state, readings)
      expect(
        await raiseEpisode(client, { ...raised, ...silent, severity: 'warning', rr: null, aheadMs: null }),
      ).toBeTruthy()
      await endEpisode(client, patient_id, { ...silent, reason: 'recovered' })
    } finally {
      client.release()
    }
    await loadBeds(live, now, [deviceId])
    const job = { database: portal.database, actor: { type: 'job', name: 'test' }, log } as const
    expect(await withCtx(job, (ctx) => peopleOf(ctx, [clinicId]))).toHaveLength(2)
  }, touched)
  expect(found).toEqual([])
  expect([...touched]).toEqual(
    expect.arrayContaining([
      ...['readings', 'minutes', 'latest', 'presence', 'hours', 'watch_checkpoints'],
      ...['episodes', 'notifications', 'notification_steps', 'duties'],
    ]),
  )
})

it('notifications, handover and downtime read no history of their facility [AL-3] [HO-1] [WA-10]', async () => {
  const { clinic_id, patient_id, device_id } = own
  const years = 2_000
  await sql`with e as (
      insert into episodes (clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, ended_at)
      select ${clinic_id}, ${patient_id}, ${device_id}, 'episode', 'high', 'warning', 25, at, at + interval '1 hour'
      from generate_series(1, ${years}) x, lateral (select now() - interval '40 days' - x * interval '1 hour') t (at)
      returning id, raised_at
    ), n as (
      insert into notifications (clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail,
        created_at, raised_at)
      select ${clinic_id}, id, '', '', '', 'warning', ${patient_id}, '{}', raised_at, raised_at from e
      returning id, created_at
    )
    insert into notification_views (notification_id, user_id, seen_at) select id, ${nurse.userId}, created_at from n`.execute(
    portal.owner,
  )
  await sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since, until)
    select ${clinic_id}, ${device_id}, ${patient_id}, 'silent', at, at + interval '1 hour'
    from generate_series(1, ${years}) x, lateral (select now() - interval '40 days' - x * interval '1 hour') t (at)`.execute(
    portal.owner,
  )
  await sql`analyze episodes, notifications, notification_views, signal_spans`.execute(portal.owner)
  const page = { clinic_id, page: 1, page_size: 8 }
  expect(await foreignReads(() => nurse.call(countUnseenNotifications, { clinic_id }))).toEqual([])
  // The number of all is read from an index alone.
  expect(await foreignReads(() => nurse.call(listNotifications, page))).toEqual([
    expect.stringMatching(/^\d+ rows of notifications: select .* count/),
  ])
  expect(await foreignReads(() => nurse.call(readHandover, { clinic_id }))).toEqual([])
  const downtime = { clinic_id, page: 1, page_size: 10 }
  expect(await foreignReads(() => nurse.call(readDowntime, downtime))).toEqual([])
})

it('an ADT message about somebody who is known reads nobody else of their facility [EH-5]', async () => {
  const { clinic_id } = own
  const sender_name = 'MANY'
  await sql`update adt_senders set sender_name = ${sender_name}, addresses = '{127.0.0.1}' where clinic_id = ${clinic_id}`.execute(
    portal.owner,
  )
  await sql`with r as (
      insert into residents (clinic_id, first_name, last_name, mr_no)
      select ${clinic_id}, 'Ada', 'Byron ' || x, 'MR' || x from generate_series(1, 2000) x returning id, mr_no
    )
    insert into adt_people (clinic_id, external_id, resident_id, said, said_at)
    select ${clinic_id}, mr_no, id, '{}', '{}' from r`.execute(portal.owner)
  await sql`analyze residents, adt_people`.execute(portal.owner)
  const origin = { database: portal.database, actor: { type: 'job', name: 'adt' }, log } as const
  const adt = await listen(origin)
  const ehr = await connectMllp(adt.port!)
  const touched = new Set<string>()
  const send = async (event: string, who: string, name: string) => {
    const header = `MSH|^~\\&|EHR|${sender_name}|||20261101||ADT^${event}|${event}|P|2.5.1\rEVN|${event}|202611011200`
    expect(await ehr.send(`${header}\rPID|1||${who}^^^HOME^MR||${name}\rPV1|1|I|2^101^A`)).toContain('MSA|AA')
  }
  // Its facility is looked up among all senders.
  const withinClinic = (reads: readonly string[]) => reads.filter((read) => !read.includes('rows of adt_senders'))
  expect(withinClinic(await foreignReads(() => send('A08', 'MR7', 'Byron 7^Ada'), touched))).toEqual([])
  expect([...touched]).toEqual(expect.arrayContaining(['residents', 'adt_people', 'adt_messages']))
  // Whom nobody knows is looked for by name, once.
  expect(withinClinic(await foreignReads(() => send('A01', 'NEW', 'Hopper^Grace')))).toEqual([
    expect.stringMatching(/^\d+ rows of residents: select/),
  ])
  ehr.close()
  await adt.close()
})
