import { type MadeReport, sendDownloadReport } from '@eupnea/contract/report-deliveries.ts'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryStore, type SignedInClient } from '../../tests/kit/portal.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { createSealer } from '../platform/seal.ts'
import { house, minutesFrom, type Place, today, useHouse } from './history.fixture.ts'
import { reportDeliveryRoutes } from './index.ts'

/** A facility of two floors whose daily reports are made and sent. */

export const store = createMemoryStore()
export const sealer = createSealer('a secret of tests')
const log = createLog('silent')
/** 2026-03-29 has 23 hours in London. */
export const night = Temporal.Instant.from('2026-03-29T03:00Z')
export let clinic: Place
export let staff: SignedInClient
export let origin: CtxOrigin
export let events: EventListener

/** Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useDeliveries(): void {
  useHouse({ first: '2026-03-01', last: today(1) }, reportDeliveryRoutes(store, sealer))
  beforeAll(async () => {
    origin = { database: house.http.database, actor: { type: 'job', name: 'send-daily-reports' }, log }
    events = await listenToEvents(house.http.connections.work, log)
    clinic = await house.createClinic('Europe/London')
    staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
    await house.http.owner
      .updateTable('clinics')
      .set({ floors: ['1', '2'] })
      .where('id', '=', clinic.id)
      .execute()
    for (const floor of ['1', '2']) {
      const device = await house.addDevice(clinic)
      const patient_id = await house.addResident(clinic)
      await house.http.owner
        .updateTable('residents')
        .set({ room: `R${floor}`, floor })
        .where('id', '=', patient_id)
        .execute()
      await house.lay(patient_id, device, night.subtract({ hours: 100 }))
      await house.writeMinutes(device, minutesFrom(night, 120), clinic)
    }
  })
  afterAll(() => events.close())
}

export const date = '2026-03-29'
export const save = (more: { floor?: string; flagged?: string[] } = {}, as = staff) =>
  as.call(sendDownloadReport, { clinic_id: clinic.id, date, ...more })
export const download = async (path: string, token = staff.token) => {
  const answer = await fetch(`${house.http.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { answer, pdf: new Uint8Array(await answer.arrayBuffer()) }
}
export const actsOf = async (as: SignedInClient) =>
  (
    await house.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'clinic_id'])
      .where('actor_id', '=', as.userId)
      .orderBy('id')
      .execute()
  ).map(({ act, clinic_id }) => `${act} ${clinic_id === clinic.id}`)
export const mailOf = ({ url }: MadeReport, recipients: string[], details = {}) =>
  ({ url, recipients, report_type: 'clinical-daily-report', details }) as const
export const messages = () => house.http.owner.selectFrom('deliveries').selectAll().orderBy('created_at').execute()
