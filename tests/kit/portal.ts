import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Call, type CallArguments, type CallOutput, type ErrorAnswer, pathNames } from '@eupnea/contract/call.ts'
import type { DB } from '@eupnea/db/types.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import { type Archive, createArchive } from '../../server/live/archive/index.ts'
import {
  type Connection,
  type Connections,
  createDatabase,
  createPool,
  type Database,
  type Databases,
  type ServingRole,
} from '../../server/platform/database.ts'
import { FileMissing, type FileStore } from '../../server/platform/file-store.ts'
import { createHttp } from '../../server/platform/http.ts'
import { createLog, type Log } from '../../server/platform/log.ts'
import type { Route } from '../../server/platform/route.ts'
import { createSessions, hashToken, newToken, type Sessions } from '../../server/sessions/index.ts'
import { connectionsOf } from './connections.ts'
import { createTestDatabase } from './database.ts'

/** The portal's HTTP server on a fresh database, and people to call it as. */

/** Keeps files in memory. */
export function createMemoryStore(): FileStore & { readonly files: ReadonlyMap<string, Buffer> } {
  const files = new Map<string, Buffer>()
  return {
    files,
    async put(store, key, content) {
      files.set(`${store}/${key}`, await buffer(content))
    },
    async get(store, key) {
      const found = files.get(`${store}/${key}`)
      if (!found) throw new FileMissing(key)
      return Readable.from([found])
    },
    remove: async (store, key) => void files.delete(`${store}/${key}`),
  }
}

/** Readings that are all in the database. */
export const emptyArchive = (): Archive => createArchive(createMemoryStore(), createLog('silent'))

export interface TestHttp {
  /** such as http://127.0.0.1:40123 */
  readonly url: string
  /** works as jobs do; without a scope it sees no clinic: use `owner` to prepare and check data */
  readonly database: Database
  readonly databases: Databases
  /** works as the owner of the database and sees everything */
  readonly owner: Database
  /** of the owner */
  readonly connection: Connection
  readonly connections: Connections
  readonly sessions: Sessions
  readonly anonymous: Client
  /** A new user with a session, by default a Superadmin. */
  asUser(user?: TestUser): Promise<SignedInClient>
  /** The holder of a session token. */
  withToken(token: string): Client
  /** A clinic for tests that need one but aren't about clinics. @returns its id */
  createClinic(values?: { name?: string; tz?: string; floors?: string[] }): Promise<string>
  /** Ada Byron of a clinic. @returns their id */
  createResident(values: Partial<Insertable<DB['residents']>> & { clinic_id: string }): Promise<string>
  /** A device of a clinic that nobody has the key of. @returns its id */
  createDevice(values: Partial<Insertable<DB['devices']>> & { clinic_id: string }): Promise<string>
  close(): Promise<void>
}

export interface TestUser {
  /** identity groups: ['sa'] Superadmin, ['vc-admin'] Provider, ['clinic'] Clinic, ['member'] Member */
  readonly groups?: readonly string[]
  readonly clinicIds?: readonly string[]
  readonly email?: string
}

interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export interface Client {
  /** Makes a call of the contract. @throws Error with status and answer if it fails */
  call<C extends Call>(declaration: C, input: CallArguments<C>): Promise<CallOutput<C>>
  /** Makes a call that must be refused. @throws Error if it succeeds */
  refused<C extends Call>(declaration: C, input: unknown): Promise<Answer<ErrorAnswer>>
  /** Any request below /api. */
  send(method: string, path: string, body?: unknown): Promise<Answer<unknown>>
}

export interface SignedInClient extends Client {
  readonly token: string
  readonly userId: string
  readonly sessionId: string
  readonly email: string
}

/**
 * @param routes as in app.ts; a function if they need the sessions
 * @param serve what is served beside the calls
 * @param onPool sees each pool that the portal serves with, before it connects
 */
export async function startTestHttp(
  routes: readonly Route[] | ((sessions: Sessions) => readonly Route[]),
  serve?: (app: Awaited<ReturnType<typeof createHttp>>, of: { database: Database; log: Log }) => Promise<void>,
  onPool: (pool: pg.Pool) => void = () => {},
): Promise<TestHttp> {
  const { connection, drop } = await createTestDatabase()
  const log = createLog('fatal')
  const connections = await connectionsOf(connection)
  const databaseOf = (role: ServingRole) => {
    const pool = createPool(connections[role], { name: `test-${role}`, max: 5, pipeline: true })
    onPool(pool)
    return createDatabase(pool)
  }
  const databases = { requests: databaseOf('requests'), identity: databaseOf('identity'), work: databaseOf('work') }
  const { identity, work: database } = databases
  const owner = createDatabase(createPool(connection, { name: 'test-owner', max: 2 }))
  const secret = randomBytes(32).toString('hex')
  const sessions = createSessions({
    database: identity,
    secret,
    baseUrl: () => 'http://127.0.0.1',
  })
  const app = await createHttp({
    routes: typeof routes === 'function' ? routes(sessions) : routes,
    databases,
    log,
    trustProxy: 1,
    secure: false,
    baseUrl: () => 'http://portal.example',
    authenticate: sessions.authenticate,
  })
  await serve?.(app, { database: identity, log })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url,
    database,
    databases,
    owner,
    connection,
    connections,
    sessions,
    anonymous: createClient(url),
    withToken: (token) => createClient(url, token),
    async asUser(user = {}) {
      const made = await insertSignedIn(owner, user)
      return { ...made, ...createClient(url, made.token) }
    },
    async createClinic({ name = 'Test House', tz = 'UTC', floors = [] } = {}) {
      const slug = randomBytes(6).toString('hex')
      const row = await owner
        .insertInto('clinics')
        .values({ name, tz, floors, slug })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async createResident(values) {
      const resident = { first_name: 'Ada', last_name: 'Byron', ...values }
      return (await owner.insertInto('residents').values(resident).returning('id').executeTakeFirstOrThrow()).id
    },
    async createDevice(values) {
      const uid = randomUUID()
      const device = { uid, name: uid, tz: 'UTC', key_hash: Buffer.alloc(32), ...values }
      return (await owner.insertInto('devices').values(device).returning('id').executeTakeFirstOrThrow()).id
    },
    async close() {
      await app.close()
      for (const one of Object.values(databases)) await one.destroy()
      await owner.destroy()
      await drop()
    },
  }
}

/** Inserts rows instead of signing in, which costs a password hash. */
async function insertSignedIn(owner: Database, user: TestUser) {
  const groups = [...(user.groups ?? ['sa'])]
  const email = user.email ?? `${randomBytes(6).toString('hex')}@test.example`
  const { id: userId } = await owner
    .insertInto('users')
    .values({ email, name: 'Test User', first_name: 'Test', last_name: 'User', user_type: groups[0] ?? '', groups })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const clinic_id of user.clinicIds ?? [])
    await owner.insertInto('user_clinics').values({ user_id: userId, clinic_id }).execute()
  const token = newToken()
  const { id: sessionId } = await owner
    .insertInto('sessions')
    .values({ user_id: userId, token: hashToken(token), expires_at: Temporal.Now.instant().add({ hours: 12 }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, userId, sessionId, email }
}

function createClient(url: string, token?: string): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer<unknown>> => {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
    if (body !== undefined) headers.set('content-type', 'application/json')
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  const make = ({ method, path }: Call, input: unknown): Promise<Answer<unknown>> => {
    const rest = { ...(input as Record<string, unknown>) }
    let filled = path
    for (const name of pathNames(path)) {
      filled = filled.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
      delete rest[name]
    }
    if (method === 'POST' || method === 'PUT') return send(method, filled, rest)
    const given = Object.entries(rest).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return send(method, query.size > 0 ? `${filled}?${query}` : filled)
  }
  return {
    send,
    async call(declaration, input) {
      const { status, body } = await make(declaration, input)
      if (status >= 400) throw new Error(`${declaration.name} answered ${status}: ${JSON.stringify(body)}`)
      return declaration.output.parse(body) as CallOutput<typeof declaration>
    },
    async refused(declaration, input) {
      const answer = await make(declaration, input)
      if (answer.status < 400) throw new Error(`${declaration.name} was not refused: ${JSON.stringify(answer.body)}`)
      return answer as Answer<ErrorAnswer>
    },
  }
}
