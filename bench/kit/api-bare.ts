import type { AddressInfo } from 'node:net'
import { listDevices } from '@eupnea/contract/devices.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readClinic } from '../../server/clinics/read-clinic.ts'
import { listDevices as portalListDevices } from '../../server/devices/list-devices.ts'
import { type Actor, type Ctx, withCtx } from '../../server/platform/context.ts'
import { createPool, type Database, type ServingRole } from '../../server/platform/database.ts'
import { roleName } from '../../server/platform/database-roles.ts'
import { createLog } from '../../server/platform/log.ts'
import { listResidents as portalListResidents } from '../../server/residents/list-residents.ts'
import { hashToken } from '../../server/sessions/index.ts'
import { selectHolder } from '../../server/sessions/sessions.sql.ts'
import { listUsers as portalListUsers } from '../../server/users/list-users.ts'
import { bigHouse, connectionOf } from './api-people.ts'
import { answer } from './child.ts'

/**
 * Bare Fastify routes on the portal's database: the exact statements that the portal sends for a call, from session
 * lookup to commit, are captured once and then sent unchanged, one after the other, with their rows answered as JSON.
 * Nothing is decided, checked or shaped.
 */

export interface BareApiAsk {
  /** of a running portal */
  readonly dataDir: string
  readonly token: string
  readonly search: string
  /** database connections, as many as the portal's */
  readonly pool: number
}

export interface BareApiAnswer {
  readonly address: string
  /** statements per route */
  readonly statements: Readonly<Record<string, readonly string[]>>
}

interface Statement {
  readonly text: string
  readonly values: unknown[]
  readonly role: 'identity' | 'requests'
}

/** The portal's caller, as far as the statements depend on it. */
const actor: Actor = {
  type: 'user',
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
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
  // As the portal does it: who asks and people by one role, everything else by the other.
  const poolOf = (role: ServingRole) =>
    new pg.Pool({ ...connection, max, options: `-c role=${roleName(role)} -c timezone=UTC -c app.scope=all` })
  const pools = { identity: poolOf('identity'), requests: poolOf('requests') }
  const app = Fastify({ logger: false })
  for (const [path, statements] of Object.entries(routes))
    app.get(path, async (_request, reply) => {
      const rows: unknown[][] = []
      for (const role of ['identity', 'requests'] as const) {
        const own = statements.filter((statement) => statement.role === role)
        if (own.length === 0) continue
        const client = await pools[role].connect()
        try {
          for (const statement of own) rows.push((await client.query(statement)).rows)
        } finally {
          client.release()
        }
      }
      return reply.type('application/json').send(JSON.stringify(rows))
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const texts = Object.entries(routes).map(([path, all]) => [path, all.map(({ text }) => text)] as const)
  const { port } = app.server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, statements: Object.fromEntries(texts) }
})

async function catchStatements(connection: pg.PoolConfig, token: string, search: string) {
  const caught: Statement[] = []
  // As the owner, which may read what either role may.
  const pool = createPool(connection, { name: 'bench', max: 1, settings: { 'app.scope': 'all' } })
  let role: Statement['role'] = 'identity'
  const database: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void caught.push({ text: query.sql, values: [...query.parameters], role }),
  })
  const during = async (work: () => Promise<unknown>): Promise<Statement[]> => {
    caught.length = 0
    await work()
    return [...caught]
  }
  const whoAsks = () => selectHolder(database, hashToken(token))
  const call = (verb: (ctx: Ctx) => Promise<unknown>, as: Statement['role'] = 'requests') =>
    during(async () => {
      role = 'identity'
      await whoAsks()
      role = as
      await withCtx({ database, actor, log: createLog('fatal') }, verb)
    })
  const clinic_id = bigHouse
  try {
    return {
      '/users': await call((ctx) => portalListUsers({ ctx, input: listUsers.input.parse({}) }), 'identity'),
      '/search': await call(
        (ctx) => portalListUsers({ ctx, input: listUsers.input.parse({ name: search }) }),
        'identity',
      ),
      '/residents': await call((ctx) => portalListResidents({ ctx, input: listResidents.input.parse({ clinic_id }) })),
      '/devices': await call((ctx) => portalListDevices({ ctx, input: listDevices.input.parse({}) })),
      '/profile': await call((ctx) => readClinic({ ctx, input: { clinic_id } })),
      '/session': await call(async () => {}, 'identity'),
    }
  } finally {
    await pool.end()
  }
}
