import * as calls from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { smsAlertRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let clinic_id: string

beforeAll(async () => {
  portal = await startTestHttp(smsAlertRoutes)
})
beforeEach(async () => {
  clinic_id = await portal.createClinic({ name: 'Maple House', tz: 'Europe/London' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})
afterAll(() => portal.close())

const subscribe = (number: string, code = '+44') => nurse.call(calls.createSmsAlert, { clinic_id, code, number })
const lastAct = async () =>
  (await portal.owner.selectFrom('audit_entries').select('act').orderBy('id', 'desc').limit(1).execute())[0]?.act

it('are added, listed by state, disabled and made active again, each act recorded [AL-5]', async () => {
  const made = await nurse.call(calls.createSmsAlert, {
    clinic_id,
    code: '44',
    number: '07700 900-123',
    name: 'Desk',
  })
  expect(made).toMatchObject({ phone: '+447700900123', name: 'Desk', active: true, last: null })
  expect(await lastAct()).toBe('sms-alert.create')
  const list = async (active: '0' | '1') =>
    (await nurse.call(calls.listSmsAlerts, { active, clinic_id })).items.map(({ phone }) => phone)
  expect([await list('1'), await list('0')]).toEqual([['+447700900123'], []])
  expect(await nurse.call(calls.disableSmsAlert, { id: made.id })).toMatchObject({ active: false })
  expect(await lastAct()).toBe('sms-alert.disable')
  expect([await list('1'), await list('0')]).toEqual([[], ['+447700900123']])
  expect((await nurse.refused(calls.disableSmsAlert, { id: made.id })).status).toBe(409)
  expect(await subscribe('7700900123')).toMatchObject({ ...made, disabled_at: null })
  await subscribe('7700900124')
  expect(await list('1')).toEqual(['+447700900124', '+447700900123'])
})

it('refuse a number twice, what is no number, and a foreign facility [AL-5] [FA-4]', async () => {
  await subscribe('7700 900123')
  expect(await nurse.refused(calls.createSmsAlert, { clinic_id, code: '+44', number: '07700900123' })).toMatchObject({
    status: 409,
    body: { field: 'number', message: m.sms_alert_phone_taken({ phone: '+447700900123' }) },
  })
  const wrong = [
    [{ code: '+44', number: 'none' }, 'number'],
    [{ code: '+44', number: '12' }, 'number'],
    [{ code: 'x', number: '7700900123' }, 'code'],
    [{ code: '+4477', number: '70090012345678' }, 'number'],
    // One digit more, and one fewer, than a number has anywhere.
    [{ code: '+44', number: '23456789012345' }, 'number'],
    [{ code: '+1', number: '23456' }, 'number'],
  ] as const
  for (const [input, field] of wrong)
    expect(await nurse.refused(calls.createSmsAlert, { clinic_id, ...input })).toMatchObject({
      status: 422,
      body: { field },
    })
  const other = await portal.createClinic()
  expect(
    (await nurse.refused(calls.createSmsAlert, { clinic_id: other, code: '1', number: '2125550100' })).status,
  ).toBe(404)
  for (const number of ['23456789012345', '234567']) expect((await subscribe(number, '+1')).phone).toBe(`+1${number}`)
  // An Italian number keeps its zero, and one of San Marino.
  expect((await subscribe('06 698 82111', '+39')).phone).toBe('+390669882111')
  expect((await subscribe('0549 882 111', '+378')).phone).toBe('+3780549882111')
})

it('are 500 at most, also when several people add the last one, and disabled ones do not count [AL-5]', async () => {
  const add = (number: string) => nurse.send('POST', '/sms-alerts', { clinic_id, code: '44', number })
  await sql`insert into sms_alerts (clinic_id, phone)
    select ${clinic_id}, '+4479' || (1000000 + n) from generate_series(1, 499) n`.execute(portal.owner)
  await sql`insert into sms_alerts (clinic_id, phone, active) values (${clinic_id}, '+447700900100', false)`.execute(
    portal.owner,
  )
  const answers = await Promise.all(['7700900100', '7700900101', '7700900102', '7700900103'].map(add))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too_many_numbers',
    field: 'number',
    message: m.sms_alert_too_many({ most: '500' }),
  })
  const [one] = (await nurse.call(calls.listSmsAlerts, { active: '1', clinic_id })).items
  await nurse.call(calls.disableSmsAlert, { id: one!.id })
  expect((await add('7700900104')).status).toBe(201)
})
