import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { queueSms } from '../../server/outbox/index.ts'
import { withCtx } from '../../server/platform/context.ts'
import { createLog } from '../../server/platform/log.ts'
import { startExternalPostgres } from '../kit/external-postgres.ts'
import { isAction, openLive } from '../kit/live-client.ts'
import { startTestHttp } from '../kit/portal.ts'
import { startSmsGateway } from '../kit/sms-gateway.ts'
import { admin, signInAs, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

it('a portal that is told to stop ends cleanly, whoever holds back what it waits for [AP-3]', async () => {
  const portal = await spawnPortal({ dataDir: folder.path })
  onTestFinished(() => void portal.process.kill('SIGKILL'))
  const { hostname, port } = new URL(portal.http)
  /** A connection that stays open and ignores the portal. */
  const hold = async (...words: string[]) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write([...words, '', ''].join('\r\n'))
    return socket
  }
  const upgrade = ['Host: portal', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  await hold('POST /api/auth/sign-in HTTP/1.1', 'Host: portal', 'Content-Type: application/json', 'Content-Length: 99')
  const refused = await hold('GET /live?token=none HTTP/1.1', ...upgrade, key)
  const lost = await hold('GET /elsewhere HTTP/1.1', ...upgrade, key)
  await Promise.all([once(refused, 'data'), once(lost, 'data')])
  expect(await portal.stop()).toBe(0)
})

it('a portal whose terminal is closed stops its PostgreSQL too [AP-3]', async () => {
  const portal = await spawnPortal({ dataDir: folder.path })
  onTestFinished(() => void portal.process.kill('SIGKILL'))
  const mark = join(folder.path, 'postgres/postmaster.pid')
  expect(existsSync(mark)).toBe(true)
  portal.process.kill('SIGHUP')
  expect(await once(portal.process, 'exit')).toEqual([0, null])
  expect(existsSync(mark)).toBe(false)
})

it('a portal has written what later starts can reuse when it is ready, so that nothing holds up its end [AP-3]', async () => {
  const compiled = join(folder.path, 'compiled')
  const portal = await spawnPortal({ dataDir: folder.path, env: { NODE_COMPILE_CACHE: compiled } })
  onTestFinished(() => void portal.process.kill('SIGKILL'))
  const files = await readdir(compiled, { recursive: true })
  expect(files.length).toBeGreaterThan(100)
  expect(await portal.stop()).toBe(0)
})

it('a start that fails says what to do in a sentence, without a stack, and ends with 1 [AN-10]', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const failure = spawnPortal({ dataDir: join(folder.path, 'failing'), env })
  const { message } = (await failure.catch((error: Error) => error)) as Error
  expect(message).toMatch(/^The portal ended with 1:/)
  expect(message).toMatch(/^Eupnea could not start: DATABASE_URL: .*\. Check that PostgreSQL runs there/m)
  expect(message).not.toMatch(/"stack"|^ {4}at /m)
})

it('a start that can’t build the web app says so without a stack [AN-10]', async () => {
  const start = promisify(execFile)(process.execPath, [resolve('tools/start.ts')], { cwd: folder.path })
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Eupnea could not start: the web app could not be built: .*\n$/),
  })
})

it('a live connection that is still being opened is told that the portal stops, like an open one [LI-3] [AP-3]', async () => {
  const postgres = await startExternalPostgres(folder.path)
  onTestFinished(() => postgres.stop())
  const portal = await spawnPortal({ dataDir: join(folder.path, 'opening'), env: { DATABASE_URL: postgres.url } })
  onTestFinished(() => void portal.process.kill('SIGKILL'))
  const sql = new pg.Client(postgres.connection)
  sql.on('error', () => {})
  await sql.connect()
  const token = await signInAs(portal.http, admin)
  const open = openLive(portal.http, { token, room: 'CLINIC-ADMIN' })
  await open.next(isAction('snapshot'))
  // What is asked about the session waits.
  await sql.query('begin; lock table sessions')
  const opening = openLive(portal.http, { token, room: 'CLINIC-ADMIN' })
  await once(opening.socket, 'open')
  const stopped = portal.stop()
  expect([await open.closed, await opening.closed]).toEqual([1001, 1001])
  await sql.end()
  expect(await stopped).toBe(0)
})

it('a first start that is told to stop ends cleanly, and what it has announced is true', async () => {
  const dataDir = join(folder.path, 'first')
  const env = { ADMIN_PASSWORD: '' }
  const lines: string[] = []
  const first = spawnPortal({
    ...{ dataDir, env, args: [] },
    onSpawn(child) {
      onTestFinished(() => void child.kill('SIGKILL'))
      createInterface({ input: child.stdout! }).on('line', (line) => {
        lines.push(line)
        child.kill('SIGTERM')
      })
    },
  })
  await expect(first).rejects.toThrow('The portal ended with 0')
  const [, email, password] = /^First Superadmin: (\S+) {2}password: (\S+)$/.exec(lines[0]!)!
  const next = await spawnPortal({ dataDir, env, signIn: false })
  onTestFinished(() => void next.process.kill('SIGKILL'))
  expect(next.announcements).toEqual([])
  expect(await signInAs(next.http, { email: email!, password: password! })).toBeTruthy()
  expect(await next.stop()).toBe(0)
})

it('a gateway that does not answer is cut off, and asked after the next start what it has [AN-13]', async () => {
  const world = await startTestHttp([])
  onTestFinished(() => world.close())
  const gateway = await startSmsGateway({ status: 201, afterMs: 30_000 })
  onTestFinished(() => gateway.close())
  const { host, port, user, password, database } = world.connection
  const env = {
    DATABASE_URL: `postgresql://${user}:${password}@localhost:${port}/${database}?host=${host}`,
    ROLES: 'jobs',
    SMS_URL: gateway.url,
  }
  const start = async () => {
    const portal = await spawnPortal({ dataDir: join(folder.path, 'node'), env, signIn: false })
    onTestFinished(() => void portal.process.kill('SIGKILL'))
    return portal
  }
  const outcomes = async () =>
    (await world.owner.selectFrom('attempts').select('outcome').orderBy('no').execute()).map(({ outcome }) => outcome)
  const portal = await start()
  const origin = { database: world.database, actor: { type: 'job', name: 'outbox' }, log: createLog('silent') } as const
  await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
  await expect.poll(() => gateway.requests.length, { timeout: 30_000 }).toBe(1)
  expect(await portal.stop()).toBe(0)
  expect(await outcomes()).toEqual(['unclear'])
  const next = await start()
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual(['unclear', 'found'])
  expect(gateway.requests).toHaveLength(1)
  expect(await next.stop()).toBe(0)
})
