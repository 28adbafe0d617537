import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { type MailServer, startMailServer } from '../kit/mail-server.ts'
import { movable, moveClock } from '../kit/move-clock.ts'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { signalPostgres } from './kill-postgres.ts'

/**
 * The operator is told that readings can't be stored, by ways that need no database. All three at the same time. The
 * minutes pass by the portal's clock.
 */

let mail: MailServer
let sms: SmsGatewayServer
let heartbeat: Server
const beats: { readonly at: number; readonly path: string }[] = []

beforeAll(async () => {
  mail = await startMailServer()
  sms = await startSmsGateway()
  heartbeat = createServer(({ url }, response) => {
    beats.push({ at: Date.now(), path: url ?? '' })
    response.end('OK')
  })
  await new Promise<void>((resolve) => heartbeat.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await mail?.close()
  await sms?.close()
  heartbeat?.close()
})

interface Case {
  readonly name: string
  begin(postgres: ExternalPostgres, folder: string): Promise<unknown> | unknown
  end(postgres: ExternalPostgres, folder: string): Promise<unknown> | unknown
}

const administer = async ({ connection }: ExternalPostgres, statements: readonly string[]) => {
  const client = new pg.Client({ ...connection, options: '-c default_transaction_read_only=off' })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const readOnly = (isOn: boolean) => (postgres: ExternalPostgres) =>
  administer(postgres, [
    `alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
    'select pg_reload_conf()',
  ])

const cases: readonly Case[] = [
  { name: 'stopped', begin: (postgres) => postgres.stop(), end: (postgres) => postgres.start() },
  {
    name: 'frozen',
    begin: (_, folder) => signalPostgres(folder, 'SIGSTOP'),
    end: (_, folder) => signalPostgres(folder, 'SIGCONT'),
  },
  { name: 'read-only', begin: readOnly(true), end: readOnly(false) },
]

describe.concurrent('a database that is', () => {
  test.for(cases)(
    '$name is told of within 90 s, once, and when it is over [AN-10]',
    { timeout: 300_000 },
    // Tests beside each other need an expect of their own.
    async ({ name, begin, end }, { expect }) => {
      const address = `ops-${name}@house.example`
      const phone = `+4477009001${cases.findIndex((one) => one.name === name) + 10}`
      const toldByMail = () => mail.mails.filter(({ to }) => to === address)
      const toldBySms = () => sms.taken.filter(({ to }) => to === phone)
      const folder = await temporaryFolder()
      const postgres = await startExternalPostgres(folder.path)
      const env = {
        ...movable,
        DATABASE_URL: postgres.url,
        SMTP_URL: mail.url,
        SMS_URL: sms.url,
        OPS_MAIL: address,
        OPS_SMS: phone,
        HEARTBEAT_URL: `http://127.0.0.1:${(heartbeat.address() as AddressInfo).port}/${name}`,
      }
      const portal: SpawnedPortal = await spawnPortal({ dataDir: folder.path, env })
      const ready = async () => {
        const answer = await fetch(`${portal.http}/readyz`)
        return { status: answer.status, ...((await answer.json()) as object) }
      }
      const incident = async () => JSON.parse(await readFile(join(folder.path, `ops-${hostname()}.json`), 'utf8'))
      const beatsOf = (path: string, since: number) => beats.filter((beat) => beat.path === path && beat.at >= since)
      try {
        await expect.poll(() => beatsOf(`/${name}`, 0).length, { timeout: 10_000 }).toBeGreaterThan(0)
        await begin(postgres, folder.path)
        await expect.poll(ready, { timeout: 15_000 }).toMatchObject({ status: 503, database: 'unavailable' })
        const unready = Date.now()
        await expect.poll(incident, { timeout: 15_000 }).toMatchObject({ cause: 'database' })
        expect([toldByMail(), toldBySms()]).toEqual([[], []])
        await moveClock(portal, 60)
        await expect.poll(() => [toldByMail().length, toldBySms().length], { timeout: 30_000 }).toEqual([1, 1])
        expect(toldByMail()[0]!.text).toContain('store readings')
        expect(toldBySms()[0]!.body).toContain('The database doesn’t answer or refuses to write.')
        await expect.poll(() => beatsOf(`/${name}/fail`, unready).length, { timeout: 10_000 }).toBe(1)
        expect(beatsOf(`/${name}`, unready)).toEqual([])

        await end(postgres, folder.path)
        await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ status: 200, database: 'ready' })
        await expect
          .poll(() => moveClock(portal, 10).then(() => [toldByMail().length, toldBySms().length]), { timeout: 60_000 })
          .toEqual([2, 2])
        expect(toldBySms()[1]!.body).toContain('stores readings again')
      } finally {
        await Promise.resolve(end(postgres, folder.path)).catch(() => {})
        await portal.stop()
        await postgres.stop()
        await folder.remove()
      }
    },
  )
})
