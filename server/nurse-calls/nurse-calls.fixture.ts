import * as calls from '@eupnea/contract/nurse-calls.ts'
import { expect } from 'vitest'
import type { Certificate } from '../../tests/kit/certificate.ts'
import { fieldsOf, type NurseCallSystem, startNurseCall } from '../../tests/kit/nurse-call.ts'
import { startDispatch } from '../dispatch/index.ts'
import { nurseCallChannel, startOutbox } from '../outbox/index.ts'
import { admin, clinic_id, events, origin, portal, stops, useReceiver } from '../receivers/receiver.fixture.ts'
import { createNurseCallLines, nurseCallRoutes } from './index.ts'

/** A facility whose notifications a nurse call system hears (EH-5). */

export let system: NurseCallSystem

export const useNurseCalls = (): void =>
  useReceiver({
    routes: nurseCallRoutes(['calls.example.org']),
    clinic: 'Maple & Pine',
    async open() {
      system = await startNurseCall()
    },
    close: () => system.close(),
  })

/** @param certificate of the system from now on */
export async function secure(certificate: Certificate): Promise<void> {
  await system.close()
  system = await startNurseCall(certificate)
}

/** Dispatches and sends, as a node does. */
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
