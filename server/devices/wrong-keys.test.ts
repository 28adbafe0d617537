import { createDevice, readDeviceActivity } from '@eupnea/contract/devices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyArchive, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { addWrongKeys, auditWrongKeys, deviceActivityRoutes, deviceRoutes } from './index.ts'

/** Wrong keys of a device: counted, shown on its page, and in the audit log once an hour (DO-6). */

let portal: TestHttp
beforeAll(async () => {
  portal = await startTestHttp([...deviceRoutes, ...deviceActivityRoutes(emptyArchive())])
})
afterAll(() => portal.close())

const job = <T>(work: (ctx: Ctx) => Promise<T>) =>
  withCtx({ database: portal.database, actor: { type: 'job', name: 'test' }, log: createLog('silent') }, work)

it('are shown with where they came from, and audited once for each device and hour that is over [DO-6]', async () => {
  const admin = await portal.asUser()
  const clinic_id = await portal.createClinic()
  const { device_id, device_uid } = await admin.call(createDevice, { clinic_id, device_uid: 'WK-1' })
  const shown = async () => (await admin.call(readDeviceActivity, { device_uid })).wrong_keys
  expect(await shown()).toBeNull()
  await job((ctx) => addWrongKeys(ctx, [{ device_id, count: 40, address: '192.0.2.1' }]))
  await job((ctx) =>
    addWrongKeys(ctx, [
      { device_id, count: 2, address: '192.0.2.2' },
      { device_id: 'removed meanwhile', count: 1, address: '192.0.2.2' },
    ]),
  )
  expect(await shown()).toMatchObject({ count: 42, address: '192.0.2.2' })
  const entries = () =>
    portal.owner
      .selectFrom('audit_entries')
      .select(['clinic_id', 'device_id', 'detail'])
      .where('act', '=', 'device.refuse-key')
      .execute()
  await job(auditWrongKeys)
  expect(await entries()).toEqual([])
  await sql`update wrong_keys set hour = hour - interval '2 hours'`.execute(portal.owner)
  await Promise.all([job(auditWrongKeys), job(auditWrongKeys)])
  await job(auditWrongKeys)
  expect(await entries()).toMatchObject([{ clinic_id, device_id, detail: { count: 42, address: '192.0.2.2' } }])
  await sql`update wrong_keys set hour = hour - interval '31 days'`.execute(portal.owner)
  await job(auditWrongKeys)
  expect(await shown()).toBeNull()
})
