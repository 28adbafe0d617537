import * as calls from '@eupnea/contract/nurse-calls.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Certificate } from '../../tests/kit/certificate.ts'
import { fieldsOf, type NurseCallSystem, startNurseCall } from '../../tests/kit/nurse-call.ts'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { startDispatch } from '../dispatch/index.ts'
import { notificationRoutes } from '../notifications/index.ts'
import { nurseCallChannel, startOutbox } from '../outbox/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { notificationsFor } from '../receivers/notifications.fixture.ts'
import { createNurseCallLines, nurseCallRoutes } from './index.ts'

/** A facility whose notifications a nurse call system hears (EH-5). */

export let portal: TestHttp
export let origin: CtxOrigin
let events: EventListener
export let system: NurseCallSystem
export let admin: SignedInClient
export let nurse: SignedInClient
export let clinic_id: string
export let stops: (() => Promise<void> | void)[] = []

/** Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useNurseCalls(): void {
  beforeAll(async () => {
    portal = await startTestHttp([...nurseCallRoutes(['calls.example.org']), ...notificationRoutes])
    const log = createLog('silent')
    origin = { database: portal.database, actor: { type: 'job', name: 'outbox' }, log }
    events = await listenToEvents(portal.connections.work, log)
    admin = await portal.asUser()
  })
  beforeEach(async () => {
    system = await startNurseCall()
    await sql`delete from clinics`.execute(portal.owner)
    clinic_id = await portal.createClinic({ name: 'Maple & Pine' })
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  })
  afterEach(async () => {
    for (const stop of stops) await stop()
    stops = []
    await system.close()
  })
  afterAll(async () => {
    await events.close()
    await portal.close()
  })
}

/** @param certificate of the system from now on */
export async function secure(certificate: Certificate): Promise<void> {
  await system.close()
  system = await startNurseCall(certificate)
}

/** Tells and sends, as a node does. */
export function start(patienceMs = 2_000) {
  const lines = createNurseCallLines(origin, { patienceMs })
  stops.push(startDispatch(origin, () => portal.url, events))
  stops.push(startOutbox(origin, { 'nurse-call': nurseCallChannel(origin, lines) }, events))
  return lines
}

export const add = (more: Partial<Parameters<typeof admin.call<typeof calls.createNurseCall>>[1]> = {}) =>
  admin.call(calls.createNurseCall, {
    ...{ clinic_id, name: 'Corridor panels', host: '127.0.0.1', port: system.port },
    ...more,
  })

export const { raise, worsen, end, stateOf, pass } = notificationsFor(() => ({ portal, origin, clinic_id }))

/** Event phase and inactivation state of each alert. */
export const phases = () =>
  system.alerts().map((raw) => {
    const [, , phase, , inactivation] = fieldsOf(raw, 'OBX', 5)
    return inactivation === 'enabled' ? phase : `${phase} ${inactivation}`
  })
export const heard = (...expected: string[]) => expect.poll(phases, { timeout: 15_000, interval: 20 }).toEqual(expected)
export const requested = (count: number) =>
  expect.poll(() => system.received.length, { timeout: 15_000, interval: 20 }).toBeGreaterThanOrEqual(count)
export const read = async () => (await admin.call(calls.listNurseCalls, { clinic_id })).items[0]!
