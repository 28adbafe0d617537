import type { AddressInfo } from 'node:net'
import { listDevices } from '@eupnea/contract/devices.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { listDevices as portalListDevices } from '../../server/devices/list-devices.ts'
import { readClinic } from '../../server/facilities/read-clinic.ts'
import type { Actor, Ctx } from '../../server/platform/context.ts'
import { appRole, createPool } from '../../server/platform/database.ts'
import { createLog } from '../../server/platform/log.ts'
import { listResidents as portalListResidents } from '../../server/residents/list-residents.ts'
import { hashToken } from '../../server/sessions/index.ts'
import { selectHolder } from '../../server/sessions/sessions.sql.ts'
import { listUsers as portalListUsers } from '../../server/users/list-users.ts'
import { bigHouse, connectionOf } from './api-people.ts'
import { answer } from './child.ts'

/**
 * Bare Fastify routes on the portal's database: the very statements that the portal sends for a call are caught once
 * and then sent as they are, their rows answered as JSON. No session, no contract, no transaction.
 */

export interface BareApiAsk {
  /** of a portal that runs */
  readonly dataDir: string
  readonly token: string
  readonly search: string
  /** connections to the database, as many as the portal's */
  readonly pool: number
}

export interface BareApiAnswer {
  readonly address: string
  /** statements of each route */
  readonly statements: Readonly<Record<string, readonly string[]>>
}

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** Who the portal's side is called as, as far as statements go. */
const actor: Actor = {
  type: 'user',
  profile: { avatar: null, adminId: null, isEmailVerified: true, isAgreementDue: false },
  id: 'bench',
  name: 'Bench',
  email: 'bench@example.org',
  role: 'Superadmin',
  isAdminFeature: false,
  sessionId: 'bench',
  token: 'bench',
  clinicIds: [],
}

answer<BareApiAsk, BareApiAnswer>(async ({ dataDir, token, search, pool: max }) => {
  const connection = connectionOf(dataDir)
  const routes = await catchStatements(connection, token, search)
  const options = `-c role=${appRole} -c timezone=UTC -c app.scope=all`
  const pool = new pg.Pool({ ...connection, max, options })
  const app = Fastify({ logger: false })
  for (const [path, statements] of Object.entries(routes))
    app.get(path, async (_request, reply) => {
      const rows: unknown[][] = []
      for (const statement of statements) rows.push((await pool.query(statement)).rows)
      return reply.type('application/json').send(JSON.stringify(rows))
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const texts = Object.entries(routes).map(([path, all]) => [path, all.map(({ text }) => text)] as const)
  const { port } = app.server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, statements: Object.fromEntries(texts) }
})

async function catchStatements(connection: pg.PoolConfig, token: string, search: string) {
  const caught: Statement[] = []
  const pool = createPool(connection, { name: 'bench', max: 1, settings: { 'app.scope': 'all' } })
  const db: Ctx['db'] = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void caught.push({ text: query.sql, values: [...query.parameters] }),
  }) as unknown as Ctx['db']
  const during = async (work: () => Promise<unknown>): Promise<Statement[]> => {
    caught.length = 0
    await work()
    return [...caught]
  }
  const ctx: Ctx = {
    actor,
    db,
    log: createLog('fatal'),
    requestId: null,
    address: null,
    userAgent: null,
    emit: async () => {},
  }
  const list = (input: object) => () => portalListUsers({ ctx, input: listUsers.input.parse(input) })
  const clinic_id = bigHouse
  try {
    return {
      '/users': await during(list({})),
      '/search': await during(list({ name: search })),
      '/residents': await during(() => portalListResidents({ ctx, input: listResidents.input.parse({ clinic_id }) })),
      '/devices': await during(() => portalListDevices({ ctx, input: listDevices.input.parse({}) })),
      '/profile': await during(() => readClinic({ ctx, input: { clinic_id } })),
      '/session': await during(() => selectHolder(db, hashToken(token))),
    }
  } finally {
    await pool.end()
  }
}
