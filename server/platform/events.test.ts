import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { listenToEvents, type PortalEvent } from './events.ts'
import { createLog } from './log.ts'

let portal: TestHttp
beforeAll(async () => {
  portal = await startTestHttp([])
})
afterAll(() => portal.close())

it('notices a database that vanished without a word, and hears the next one [ID-8] [LI-6]', async () => {
  const { host = 'localhost', port = 5432 } = portal.connection
  const sockets: Socket[] = []
  /** A line that can be cut so that neither end hears of it. */
  const line = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    sockets.push(
      near.on('error', () => {}),
      far.on('error', () => {}),
    )
    near.pipe(far).pipe(near)
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const through = { ...portal.connection, host: '127.0.0.1', port: (line.address() as AddressInfo).port }
  const patience = { askEveryMs: 100, answerMs: 300 }
  const events = await listenToEvents(through, createLog('silent'), patience)
  try {
    const heard: PortalEvent[] = []
    events.on((event) => heard.push(event))
    const resumed = new Promise<void>((resolve) => events.onResume(resolve))
    for (const socket of sockets) socket.unpipe().pause()
    await resumed
    expect(events.connected).toBe(true)
    const owner = new pg.Client(portal.connection)
    await owner.connect()
    await owner.query(`select pg_notify('eupnea', '{"type":"message_queued"}')`)
    await owner.end()
    await expect.poll(() => heard).toEqual([{ type: 'message_queued' }])
  } finally {
    await events.close()
    for (const socket of sockets) socket.destroy()
    line.close()
  }
})
