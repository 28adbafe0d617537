import { readUsage, trackEvents } from '@eupnea/contract/analytics.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { analyticsRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(analyticsRoutes())
  admin = await portal.asUser()
})
beforeEach(async () => {
  await portal.owner.deleteFrom('tracked_events').execute()
})
afterAll(() => portal.close())

const view = (route: '/' | '/dashboard' | '/user/login') => ({ name: 'page_view', route }) as const

describe('trackEvents', () => {
  it('counts by day, page and role, and keeps no person and no address [AP-4] [SH-6]', async () => {
    const nurse = await portal.asUser({ groups: ['clinic'] })
    await portal.anonymous.call(trackEvents, { events: [view('/user/login')] })
    await nurse.call(trackEvents, { events: [view('/'), view('/dashboard'), view('/')] })
    await nurse.call(trackEvents, { events: [view('/'), { name: 'sign_out', route: '/' }] })
    const day = Temporal.Now.plainDateISO('UTC').toString()
    expect((await admin.call(readUsage, {})).items).toEqual([
      { day, name: 'page_view', route: '/', role: 'Clinic', count: 3 },
      { day, name: 'page_view', route: '/dashboard', role: 'Clinic', count: 1 },
      { day, name: 'page_view', route: '/user/login', role: 'visitor', count: 1 },
      { day, name: 'sign_out', route: '/', role: 'Clinic', count: 1 },
    ])
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'tracked_events' order by 1`.execute(portal.owner)
    expect(columns.rows.map(({ name }) => name)).toEqual(['count', 'day', 'name', 'role', 'route'])
  })

  it('loses nothing when many count at once [AP-4]', async () => {
    const events = [view('/'), view('/dashboard')]
    const all = Array.from({ length: 30 }, (_, index) =>
      admin.call(trackEvents, { events: index % 2 ? events : events.toReversed() }),
    )
    await Promise.all(all)
    expect((await admin.call(readUsage, {})).items.map(({ count }) => count)).toEqual([30, 30])
  })

  it('takes only the pages and events that there are [AP-4]', async () => {
    const wrong = [
      { events: [] },
      { events: [{ name: 'page_view', route: '/patient/profile/ada' }] },
      { events: [{ name: 'nora@house.example', route: '/' }] },
      { events: Array.from({ length: 51 }, () => view('/')) },
    ]
    for (const body of wrong) expect((await portal.anonymous.refused(trackEvents, body)).status).toBeLessThan(500)
    expect((await admin.call(readUsage, {})).items).toEqual([])
  })

  const sendFrom = (address: string, token?: string) =>
    fetch(`${portal.url}/api/analytics/events`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ events: [view('/')] }),
    })

  it('refuses an address that calls too often, without counting [AP-4]', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => sendFrom('192.0.2.9')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await admin.call(readUsage, {})).items).toMatchObject([{ count: 60 }])
  })

  it('counts everyone of a facility whose browsers share an address, each up to the limit [AP-4]', async () => {
    const [ada, bea] = [await portal.asUser({ groups: ['clinic'] }), await portal.asUser({ groups: ['clinic'] })]
    const of = (token: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => sendFrom('192.0.2.10', token)))
    await Promise.all([of(ada.token, 40), of(bea.token, 40)])
    expect((await admin.call(readUsage, {})).items).toMatchObject([{ role: 'Clinic', count: 80 }])
    expect((await of(ada.token, 30)).filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('readUsage', () => {
  it('shows the last 30 days unless told, whole days in UTC [AP-4]', async () => {
    const today = Temporal.Now.plainDateISO('UTC')
    const dayBefore = (days: number) => today.subtract({ days }).toString()
    for (const days of [0, 29, 30, 399, 400])
      await portal.owner
        .insertInto('tracked_events')
        .values({ day: dayBefore(days), name: 'page_view', route: '/', role: 'visitor', count: days })
        .execute()
    const days = async (input: object) => (await admin.call(readUsage, input)).items.map(({ day }) => day)
    expect(await days({})).toEqual([dayBefore(29), dayBefore(0)])
    expect(await days({ from: `${dayBefore(399)}T12:00:00Z` })).toEqual([399, 30, 29, 0].map(dayBefore))
    expect(await days({ from: `${dayBefore(30)}T00:00:00Z`, until: `${dayBefore(29)}T00:00:00Z` })).toEqual(
      [30, 29].map(dayBefore),
    )
    expect(await days({ until: `${dayBefore(400)}T23:00:00Z` })).toEqual([dayBefore(400)])
    for (const input of [
      { from: `${dayBefore(400)}T12:00:00Z` },
      { from: `${dayBefore(1)}T00:00:00Z`, until: `${dayBefore(2)}T00:00:00Z` },
    ]) {
      const { status, body } = await admin.refused(readUsage, input)
      expect([status, body.field]).toEqual([422, 'from'])
    }
  })

  it('is for Superadmins alone [AP-4] [ID-7]', async () => {
    expect((await (await portal.asUser({ groups: ['vc-admin'] })).refused(readUsage, {})).status).toBe(403)
    expect((await portal.anonymous.refused(readUsage, {})).status).toBe(401)
  })
})
