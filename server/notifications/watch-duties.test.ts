import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { createLog } from '../platform/log.ts'
import { notificationRoutes } from './index.ts'
import { watchDuties } from './watch-duties.ts'

/** Floors that nobody has: one outage of the facility, which names those of now. */

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(notificationRoutes)
})
beforeEach(async () => {
  await sql`delete from clinics`.execute(portal.owner)
  clinic_id = await portal.createClinic()
  await portal.owner
    .updateTable('clinics')
    .set({ floors: ['1', '2', '3'] })
    .execute()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})
afterAll(() => portal.close())

const look = () =>
  watchDuties({ database: portal.database, actor: { type: 'job', name: 'test' }, log: createLog('silent') })
const take = (floor: string, minutes: number) =>
  sql`insert into duties (clinic_id, user_id, floors, until, recorded_by, recorded_name)
    values (${clinic_id}, ${nurse.userId}, array[${floor}], now() + make_interval(mins => ${minutes}), 'n', 'N')`.execute(
    portal.owner,
  )
const end = (floor: string) =>
  sql`update duties set until = greatest(since, now()) where floors = array[${floor}]`.execute(portal.owner)
const only = async () => {
  const { items } = await nurse.call(calls.listNotifications, { clinic_id, kind: 'system' })
  expect(items).toHaveLength(1)
  return items[0]!
}
const floor = (name: string) => m.duty_floor({ floor: name })

it('a further floor is named, and asks again; one that somebody takes is only not named any more [AN-7]', async () => {
  await take('1', 10)
  await take('2', 60)
  await look()
  const { id, description } = await only()
  expect(description).toContain(floor('1'))
  expect(description).not.toContain(floor('2'))
  await nurse.call(calls.acknowledgeNotification, { id })
  await sql`update notification_steps set done_at = now()`.execute(portal.owner)
  const waiting = () =>
    portal.owner.selectFrom('notification_steps').select('step').where('done_at', 'is', null).execute()
  await look()
  expect([await only(), await waiting()]).toMatchObject([{ state: 'acknowledged', seen: true, description }, []])

  await end('2')
  await look()
  const grown = await only()
  expect(grown).toMatchObject({ id, state: 'open', seen: false, acknowledged: null })
  expect(grown.description).toContain(`${floor('1')} and ${floor('2')}`)
  expect(await waiting()).toEqual([{ step: 'raised' }])

  await nurse.call(calls.acknowledgeNotification, { id })
  await sql`update notification_steps set done_at = now()`.execute(portal.owner)
  await take('1', 60)
  await look()
  const shrunk = await only()
  expect([shrunk, await waiting()]).toMatchObject([{ state: 'acknowledged', seen: true }, []])
  expect(shrunk.description).not.toContain(floor('1'))

  await sql`update duties set until = greatest(since, now())`.execute(portal.owner)
  await look()
  const { history } = await nurse.call(calls.readNotification, { id })
  const acts = history.map(({ act }) => act).filter((act) => act !== 'seen')
  expect(acts).toEqual(['raised', 'acknowledged', 'worse', 'acknowledged', 'worse'])
})

it('lasts while nobody has a floor that always had somebody, and for hours where duty was only tried [AN-7]', async () => {
  const pass = (hours: number) =>
    sql`update duties set since = since - make_interval(hours => ${hours}), until = until - make_interval(hours => ${hours})`.execute(
      portal.owner,
    )
  const state = async () => {
    await look()
    return (await only()).state
  }
  await take('1', 60)
  await pass(2)
  expect(await state()).toBe('open')
  await pass(9)
  expect(await state()).toBe('open')
  await pass(3)
  expect(await state()).toBe('ended')
  await sql`delete from notifications`.execute(portal.owner)
  for (let shift = 0; shift < 14; shift++) {
    await take('2', 12 * 60)
    await pass(12)
  }
  await pass(60)
  expect(await state()).toBe('open')
  await pass(48)
  expect(await state()).toBe('ended')
})
