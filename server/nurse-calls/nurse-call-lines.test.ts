import { readMonitoring } from '@eupnea/contract/notifications.ts'
import * as calls from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { watchMonitoring } from '../notifications/index.ts'
import { admin, clinic_id, nurse, origin, pass, portal, raise, stops } from '../receivers/receiver.fixture.ts'
import { add, heard, read, requested, start, system, useNurseCalls } from './nurse-calls.fixture.ts'

/** The portal knows whether nurse call systems hear it (EH-5). */

useNurseCalls()

describe('a heartbeat', () => {
  /** Pretends that the line has been idle for so long. */
  const age = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    stops.push(() => void vi.useRealTimers())
  }

  it('is sent on an idle line, and its silence for five minutes is an outage [EH-5]', async () => {
    await add({ heartbeat_seconds: 30 })
    const lines = start()
    await lines.tend()
    expect(system.received).toEqual([])
    age(31_000)
    await lines.tend()
    expect(system.received).toMatchObject([{ isHeartbeat: true }])
    expect(await read()).toMatchObject({ silent_since: null })
    system.behave('hang')
    age(62_000)
    await lines.tend()
    const { silent_since } = await read()
    expect(silent_since).not.toBeNull()
    age(31_000)
    await lines.tend()
    expect((await read()).silent_since).toBe(silent_since)
    const watch = () => watchMonitoring(origin, { quietSeconds: 180, lookingSeconds: 600 })
    const causes = async () => {
      await watch()
      return (await nurse.call(readMonitoring, { clinic_id })).outages.map(({ cause }) => cause)
    }
    expect(await causes()).toEqual([])
    await pass(6)
    expect(await causes()).toEqual(['webhook'])
    system.behave('AA')
    // The outage itself may be on its way to it, and no heartbeat is sent meanwhile.
    const causesLater = async () => {
      age(31_000)
      await lines.tend()
      return causes()
    }
    await expect.poll(causesLater, { timeout: 15_000 }).toEqual([])
  })

  it('is not sent to a system that wants none, on whose line an answer is waited for [EH-5]', async () => {
    const { id } = await add({ heartbeat_seconds: 0 })
    const lines = start()
    system.behave('hang')
    await raise()
    await requested(1)
    await lines.tend()
    const failure = async () => (await admin.call(calls.listNurseCallDeliveries, { id })).items[0]?.failure ?? ''
    await expect.poll(failure, { timeout: 15_000 }).not.toBe('')
    expect(await failure()).toBe(m.webhook_no_answer({ seconds: 2 }))
  })

  it('is sent no more to a system that was deleted, whose line is closed [EH-5]', async () => {
    const { id } = await add({ heartbeat_seconds: 30 })
    const lines = start()
    await raise()
    await heard('start')
    await admin.call(calls.deleteNurseCall, { id })
    age(31_000)
    await lines.tend()
    await expect.poll(() => system.connections).toBe(0)
    expect(system.received).toHaveLength(1)
  })

  it('brings back what waits when the system answers again [EH-5]', async () => {
    await add({ heartbeat_seconds: 30 })
    const lines = start()
    system.behave('AE')
    await raise()
    await requested(1)
    await sql`update nurse_calls set silent_since = now()`.execute(portal.owner)
    system.behave('AA')
    age(31_000)
    await lines.tend()
    await heard('start')
  })
})
