import { readHost } from '@eupnea/contract/hosts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { hostRoutes } from './index.ts'

let portal: TestHttp
let maple: string

beforeAll(async () => {
  portal = await startTestHttp(
    hostRoutes({
      baseUrl: 'https://portal.example',
      secondTitleHost: 'Sleep.Portal.Example',
      supportEmail: 'help@portal.example',
      inactivityMinutes: 12,
    }),
  )
  maple = await portal.createClinic({ name: 'Maple' })
  await portal.owner.updateTable('clinics').set({ slug: 'maple' }).where('id', '=', maple).execute()
})
afterAll(() => portal.close())

it('tells visitors title, version, inactivity limit and where to ask [SH-1] [SH-5] [SH-19]', async () => {
  const own = {
    title: 'Eupnea Admin Portal',
    version: '1.6.0',
    inactivity_minutes: 12,
    support_email: 'help@portal.example',
    passkey_host: 'portal.example',
    sub_domain: null,
  }
  for (const host of ['portal.example', 'localhost', '192.0.2.1', ''])
    expect(await portal.anonymous.call(readHost, { host })).toEqual(own)
  expect(await portal.anonymous.call(readHost, {})).toEqual(own)
  expect(await portal.anonymous.call(readHost, { host: 'sleep.portal.example' })).toEqual({
    ...own,
    title: 'Virtual Sleep Clinic',
  })
  expect((await portal.anonymous.refused(readHost, { host: 'a'.repeat(254) })).body.field).toBe('host')
})

it('names the facility of a sub-domain, and says when there is none [SH-12]', async () => {
  const subDomain = async (host: string) => (await portal.anonymous.call(readHost, { host })).sub_domain
  expect(await subDomain('maple.portal.example')).toEqual({ slug: 'maple', clinic_id: maple })
  expect(await subDomain('Maple.Portal.Example')).toEqual({ slug: 'maple', clinic_id: maple })
  expect(await subDomain('oak.portal.example')).toEqual({ slug: 'oak', clinic_id: null })
  expect(await subDomain('www.maple.portal.example')).toEqual({ slug: 'www.maple', clinic_id: null })
  const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  const { sub_domain } = await stranger.call(readHost, { host: 'maple.portal.example' })
  expect(sub_domain).toEqual({ slug: 'maple', clinic_id: maple })
})
