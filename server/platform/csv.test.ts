import { connect } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { listAuditEntries } from '@eupnea/contract/audit.ts'
import { listClinics } from '@eupnea/contract/clinics.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { readCsv } from '../../tests/kit/read-csv.ts'
import { auditRoutes } from '../audit/index.ts'
import { billingRoutes } from '../billing/index.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { route } from './route.ts'

let portal: TestHttp
let admin: SignedInClient
beforeAll(async () => {
  portal = await startTestHttp([
    ...residentRoutes,
    ...auditRoutes,
    ...billingRoutes(usualThresholds),
    ...clinicRoutes(createMemoryStore()),
  ])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const ask = (who: { readonly token?: string }, path: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/api${path}`, {
    headers: { ...(who.token ? { authorization: `Bearer ${who.token}` } : {}), ...headers },
  })
const csvOf = async (who: SignedInClient, path: string) => {
  const answer = await ask(who, path, { accept: 'text/csv' })
  expect(answer.status).toBe(200)
  // text() would strip the byte order mark.
  return readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()))
}
const addResident = (clinic_id: string, first_name: string, last_name: string, room = '1') =>
  portal.createResident({ clinic_id, first_name, last_name, room })
const auditOf = (who: SignedInClient) =>
  portal.owner
    .selectFrom('audit_entries')
    .select(['act', 'clinic_id', 'detail'])
    .where('actor_id', '=', who.userId)
    .orderBy('id')
    .execute()
/** Connections that hold a transaction and are idle in it. */
const heldTransactions = async () =>
  (
    await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(portal.owner)
  ).rows[0]!.n
/** A portal with a very long audit log, each row some 4 kB. */
const startFar = (total_records: number, onPage: (page: number) => void = () => {}): Promise<TestHttp> => {
  const entry = {
    actor_type: 'job',
    actor_id: '',
    actor_name: 'x'.repeat(4_000),
    act: 'test.far',
    detail: {},
  } as const
  const names = { actor_label: null, patient_name: null, user_name: null, device_name: null }
  const none = { address: null, clinic_id: null, patient_id: null, device_id: null, request_id: null, ...names }
  return startTestHttp([
    route(listAuditEntries, async ({ input: { page, page_size } }) => {
      onPage(page)
      const ids = Array.from({ length: page_size }, (_, index) => (page - 1) * page_size + index)
      const items = ids.map((id) => ({ ...entry, ...none, id: String(id), at: '2026-01-01T00:00:00Z' }))
      return { items, pagination: { page, page_size, total_records } }
    }),
  ])
}

describe('a list as CSV', () => {
  it('comes by header or by address, as a file without anybody’s name, and as JSON to everyone else [RP-8]', async () => {
    const clinic_id = await portal.createClinic()
    await addResident(clinic_id, 'Ada', 'Byron')
    const path = `/residents?clinic_id=${clinic_id}`
    const answers = [
      await ask(admin, path, { accept: 'text/csv' }),
      await ask(admin, `${path}&format=csv`),
      await ask(admin, path.replace('?', '.csv?')),
      await ask({}, `${path}&format=csv`, { cookie: `eupnea_session=${admin.token}` }),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="residents-\d{4}-\d\d-\d\d\.csv"$/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-total-records')).toBe('1')
    }
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv'])
      expect(await (await ask(admin, path, { accept })).json()).toMatchObject({ pagination: { total_records: 1 } })
  })

  it('is named by the month that was asked for, not by the day [RP-8]', async () => {
    const clinic_id = await portal.createClinic()
    const { headers } = await ask(admin, `/billing.csv?clinic_id=${clinic_id}&month=2026-03`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="billing-2026-03.csv"')
  })

  it('holds what the list shows: all pages of it, filtered, one column a field, one level deep [RP-8]', async () => {
    const clinic_id = await portal.createClinic()
    for (let index = 0; index < 12; index++) await addResident(clinic_id, `First ${index}`, 'Last', String(index))
    const rows = await csvOf(admin, `/residents?clinic_id=${clinic_id}&page=2&page_size=5`)
    expect(rows.map(({ first_name }) => first_name)).toEqual(Array.from({ length: 12 }, (_, index) => `First ${index}`))
    const { items } = await admin.call(listResidents, { clinic_id, page_size: 1 })
    expect(rows[0]).toMatchObject({
      patient_id: items[0]!.patient_id,
      room: '0',
      status: '1',
      'flaggedResidentNotes.status': '1',
      'device.device_id': '',
    })
    expect(await csvOf(admin, `/residents?clinic_id=${clinic_id}&search=First%2011`)).toHaveLength(1)
    expect(await csvOf(admin, `/residents?clinic_id=${clinic_id}&search=nobody`)).toEqual([])
    const floors = await portal.createClinic({ name: 'Joined', floors: ['Ground', '1'] })
    const clinics = await csvOf(admin, '/clinics?name=Joined')
    expect(clinics.find(({ id }) => id === floors)).toMatchObject({ floors: 'Ground; 1' })
    expect((await admin.call(listClinics, { name: 'Joined' })).items).toHaveLength(1)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['O"Neill, "Q"', 'O"Neill, "Q"'],
    ['two\nlines\r\nand one', 'two\nlines\r\nand one'],
    ['李小龍 Ægir', '李小龍 Ægir'],
    ['قمر', 'قمر'],
    ['👩‍⚕️', '👩‍⚕️'],
    ["'=quoted", "'=quoted"],
  ])('reads back %j, and no spreadsheet computes it [RP-8]', async (text, read) => {
    const clinic_id = await portal.createClinic()
    await addResident(clinic_id, text, 'Byron')
    const [row] = await csvOf(admin, `/residents?clinic_id=${clinic_id}`)
    expect(row).toMatchObject({ first_name: read, last_name: 'Byron' })
  })

  it('refuses as the call does, in JSON, and shows nobody else’s residents [RP-8] [FA-4]', async () => {
    const [own, foreign] = [await portal.createClinic(), await portal.createClinic()]
    await addResident(own, 'Own', 'Resident')
    await addResident(foreign, 'Foreign', 'Resident')
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [own] })
    expect((await csvOf(nurse, '/residents')).map(({ first_name }) => first_name)).toEqual(['Own'])
    const refusals = [
      [await ask({}, '/residents?format=csv'), 401],
      [await ask(await portal.asUser({ groups: ['member'] }), '/residents?format=csv'), 403],
      [await ask(nurse, '/audit?format=csv'), 403],
      [await ask(nurse, `/clinics/${foreign}/floors?format=csv`), 404],
      [await ask(nurse, '/residents?format=csv&status=9'), 422],
    ] as const
    for (const [answer, status] of refusals) {
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await answer.json()).toMatchObject({ request_id: expect.any(String) })
    }
  })

  it('leaves one entry for each facility, however many pages, that says how many rows [RP-8] [AP-5]', async () => {
    const clinic_id = await portal.createClinic()
    await sql`insert into residents (clinic_id, first_name, last_name, room)
      select ${clinic_id}, 'Page', 'Turner', n::text from generate_series(1, 10001) n`.execute(portal.owner)
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const rows = await csvOf(nurse, '/residents')
    expect(new Set(rows.map(({ patient_id }) => patient_id)).size).toBe(10_001)
    expect(await auditOf(nurse)).toEqual([
      { act: 'resident.list', clinic_id, detail: { status: '1', format: 'csv', rows: 10_001 } },
    ])
  })

  it('comes again after a newer node has changed the table [RP-8]', async () => {
    const clinic_id = await portal.createClinic()
    await addResident(clinic_id, 'Ada', 'Byron')
    const path = `/residents?clinic_id=${clinic_id}`
    expect(await csvOf(admin, path)).toHaveLength(1)
    await sql`alter table residents add column newer text`.execute(portal.owner)
    expect(await csvOf(admin, path)).toHaveLength(1)
  })

  it('sends 30,000 rows as they were when it began, though rows come meanwhile [RP-8]', async () => {
    await sql`insert into audit_entries (actor_type, actor_id, actor_name, act, detail)
      select 'job', 'many', repeat('x', 1400), 'test.many', '{}' from generate_series(1, 30000)`.execute(portal.owner)
    const answer = await ask(admin, '/audit?act=test.many&format=csv')
    expect(answer.headers.get('x-total-records')).toBe('30000')
    const ids = new Set<string>()
    let rest = ''
    let isFirst = true
    for await (const chunk of answer.body!) {
      if (isFirst)
        await sql`insert into audit_entries (actor_type, actor_id, actor_name, act, detail)
          select 'job', 'many', '', 'test.many', '{}' from generate_series(1, 5000)`.execute(portal.owner)
      isFirst = false
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) ids.add(line.slice(0, line.indexOf(',')))
    }
    // Plus the header.
    expect([ids.size, rest]).toEqual([30_001, ''])
    expect((await admin.call(listAuditEntries, { act: 'test.many', page: 350, page_size: 100 })).pagination).toEqual({
      ...{ page: 350, page_size: 100, total_records: 35_000 },
    })
  }, 180_000)

  it('fetches no more than a page ahead of who reads, and never holds the whole list [RP-8]', async () => {
    const asked: number[] = []
    const far = await startFar(100_000, (page) => asked.push(page))
    const { token } = await far.asUser()
    const answer = await fetch(`${far.url}/api/audit?format=csv`, { headers: { authorization: `Bearer ${token}` } })
    const reader = answer.body!.getReader()
    await reader.read()
    // Until nothing changes between two looks.
    let before = -1
    await expect
      .poll(() => {
        const isStill = asked.length === before
        before = asked.length
        return isStill
      })
      .toBe(true)
    expect(asked.length).toBeLessThanOrEqual(3)
    let bytes = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
    expect(asked).toEqual(Array.from({ length: 20 }, (_, page) => page + 1))
    expect(bytes).toBeGreaterThan(300_000_000)
    await far.close()
  }, 180_000)

  it('goes on with who takes it slowly, and leaves who takes too little to hold it open [RP-8]', async () => {
    const far = await startFar(20_000)
    const { token } = await far.asUser()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    /** Reads this many bytes every ten seconds. @returns how many arrived by the end, whichever side closed */
    const take = async (atOnce: number) => {
      const socket = connect(Number(new URL(far.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `GET /api/audit?format=csv HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      )
      let bytes = 0
      let due = atOnce
      for await (const chunk of socket) {
        bytes += chunk.length
        if (bytes < due) continue
        due += atOnce
        // Until all buffers in between are full.
        for (let turn = 0; turn < 200; turn++) await setImmediate()
        vi.advanceTimersByTime(10_000)
      }
      return bytes
    }
    try {
      expect(await take(300_000)).toBeLessThan(40_000_000)
      expect(await take(1_000_000)).toBeGreaterThan(80_000_000)
    } finally {
      vi.useRealTimers()
      await far.close()
    }
  }, 180_000)

  it('ends with who goes away, and lets only so many run at once, of one person two [RP-8]', async () => {
    const open = async ({ token } = admin) => {
      const abort = new AbortController()
      const answer = await fetch(`${portal.url}/api/audit?act=test.many&format=csv`, {
        headers: { authorization: `Bearer ${token}` },
        signal: abort.signal,
      })
      return { answer, abort }
    }
    const others = [await portal.asUser(), await portal.asUser()]
    const refused = async (who: SignedInClient) => {
      const answer = await ask(who, '/audit?act=test.many&format=csv')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
      return ((await answer.json()) as { code: string }).code
    }
    const running = [await open(), await open()]
    expect(await refused(admin)).toBe('too_many_own_downloads')
    running.push(await open(others[0]), await open(others[0]))
    expect(running.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await refused(others[1]!)).toBe('too_many_downloads')
    // A client that reads nothing holds only its snapshot; other calls still work.
    expect((await ask(admin, '/residents')).status).toBe(200)
    for (const { abort } of running) abort.abort()
    await expect
      .poll(async () => {
        const answer = await ask(admin, '/residents?format=csv&search=nobody')
        await answer.text()
        return answer.status
      })
      .toBe(200)
    await expect.poll(heldTransactions).toBe(0)
  })

  it('ends with who goes away before there is anything to send [RP-8]', async () => {
    const path = '/audit?act=test.many&format=csv'
    const headers = { authorization: `Bearer ${admin.token}` }
    await portal.owner.transaction().execute(async (trx) => {
      await sql`lock table audit_entries in access exclusive mode`.execute(trx)
      const abort = new AbortController()
      const asked = [1, 2].map(() => fetch(`${portal.url}/api${path}`, { headers, signal: abort.signal }))
      const waiting = async () => (await sql`select from pg_locks where not granted`.execute(trx)).rows.length
      await expect.poll(waiting).toBe(2)
      abort.abort()
      await Promise.allSettled(asked)
      // Give the portal time to notice.
      await setTimeout(200)
    })
    // At most two at a time.
    const next = async () => {
      const answer = await ask(admin, path)
      await answer.body?.cancel()
      return answer.status
    }
    await expect.poll(next).toBe(200)
    await expect.poll(heldTransactions).toBe(0)
  })
})
