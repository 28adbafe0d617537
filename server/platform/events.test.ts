import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { layCable } from '../../tests/kit/cable.ts'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { listenToEvents, type PortalEvent } from './events.ts'
import { createLog } from './log.ts'

let portal: TestHttp
beforeAll(async () => {
  portal = await startTestHttp([])
})
afterAll(() => portal.close())

it('asks one thing at a time, and hears what was committed before it was asked [LI-6]', async () => {
  // pg warns about overlapping queries, once per process.
  const warnings: string[] = []
  const warn = ({ message }: Error) => void warnings.push(message)
  process.on('warning', warn)
  const events = await listenToEvents(portal.connections.work, createLog('silent'))
  const owner = new pg.Client(portal.connection)
  await owner.connect()
  try {
    const heard: PortalEvent[] = []
    events.on((event) => heard.push(event))
    const asked: Promise<void>[] = []
    for (const device_id of ['1', '2', '3', '4', '5']) {
      await owner.query(`select pg_notify('eupnea', '{"type":"device_key_changed","device_id":"${device_id}"}')`)
      const isHeard = () => expect(heard).toContainEqual({ type: 'device_key_changed', device_id })
      asked.push(events.caughtUp(), events.caughtUp(), events.caughtUp().then(isHeard))
    }
    await Promise.all(asked)
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', warn)
    await owner.end()
    await events.close()
  }
})

it('goes on after words that no node has said, and after a handler that fails [DO-1]', async () => {
  const events = await listenToEvents(portal.connections.work, createLog('silent'))
  const stranger = new pg.Client(portal.connections.requests)
  await stranger.connect()
  try {
    const heard: PortalEvent[] = []
    events.on(() => {
      throw new Error('This handler fails')
    })
    events.on((event) => heard.push(event))
    const noDevice = ['"\\u0000"', '["a"]', '{}', '1'].map((id) => `{"type":"bed_emptied","device_id":${id}}`)
    for (const said of ['', 'x', 'null', '[]', '"x"', ...noDevice, '{"type":"message_queued"}'])
      await stranger.query(`select pg_notify('eupnea', $1)`, [said])
    await expect.poll(() => heard).toEqual([{ type: 'message_queued' }])
  } finally {
    await stranger.end()
    await events.close()
  }
})

it('notices a database that vanished without a word, and hears the next one [ID-8] [LI-6]', async () => {
  const cable = await layCable(portal.connection)
  const { host, port } = cable
  const patience = { askEveryMs: 100, answerMs: 300 }
  const events = await listenToEvents({ ...portal.connection, host, port }, createLog('silent'), patience)
  try {
    const heard: PortalEvent[] = []
    events.on((event) => heard.push(event))
    const resumed = new Promise<void>((resolve) => events.onResume(resolve))
    cable.silence()
    await resumed
    expect(events.connected).toBe(true)
    const owner = new pg.Client(portal.connection)
    await owner.connect()
    await owner.query(`select pg_notify('eupnea', '{"type":"message_queued"}')`)
    await owner.end()
    await expect.poll(() => heard).toEqual([{ type: 'message_queued' }])
  } finally {
    await events.close()
    cable.close()
  }
})

it('tries again when what takes its connection says nothing, and keeps none once it is closed [ID-8] [LI-6]', async () => {
  const cable = await layCable(portal.connection)
  const { host, port } = cable
  const patience = { askEveryMs: 100, answerMs: 300 }
  const events = await listenToEvents({ ...portal.connection, host, port }, createLog('silent'), patience)
  try {
    const hold = async () => {
      cable.cut()
      cable.mend()
      await cable.hold()
    }
    await hold()
    // The connection that was held stays so: another one is made.
    cable.forget()
    await expect.poll(() => events.connected, { timeout: 4_000 }).toBe(true)
    await hold()
    const closing = events.close()
    cable.mend()
    await closing
    await expect.poll(() => cable.connections).toBe(0)
  } finally {
    await events.close()
    cable.close()
  }
})
