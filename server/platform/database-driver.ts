import type { Duplex } from 'node:stream'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'

/**
 * Kysely's way to PostgreSQL, with what many calls a second need (docs/decisions/0056-lists.md): statements that are sent
 * ahead of the next one instead of waiting for their answer, and plans that are kept.
 */

/**
 * In front of what a statement selects: each connection plans it once. For what is asked many times a second; limits are
 * written into it as literals, because without them the planner expects to read a tenth of the table.
 */
export const keepsPlan = sql`/* keeps its plan */`
/**
 * At the beginning of a statement without an answer, first in a transaction: it is sent with the next one, which fails if
 * it does.
 */
export const sentAhead = sql`/* sent ahead */`
/**
 * In front of what a statement selects that is often all a call asks: if it is the first in its transaction, the commit is
 * sent with it, and a later statement begins another in the same scope. Not for what locks or changes anything.
 */
export const readsAlone = sql`/* reads alone */`

const keepsPlanText = '/* keeps its plan */'
const sentAheadText = '/* sent ahead */'
const readsAloneText = '/* reads alone */'

/** Each connection holds at most so many; texts that vary with their input mustn't fill it. */
const mostKept = 200
const kept = new Map<string, string>()
let named = 0

function nameOf(text: string): string | undefined {
  if (!text.includes(keepsPlanText)) return undefined
  const known = kept.get(text)
  if (known !== undefined || kept.size === mostKept) return known
  const name = `kept-${++named}`
  kept.set(text, name)
  return name
}

/** `cached plan must not change result type`: a newer node has changed a table. Under new names, all are planned again. */
const isOutdated = (error: unknown): boolean => (error as { code?: unknown }).code === '0A000'

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

const commit: Statement = { text: 'commit', parameters: [] }

/** With what pg's types leave out. */
type Client = pg.PoolClient & { readonly connection: { readonly stream: Duplex } }

class Connection implements DatabaseConnection {
  readonly #client: Client
  /** sent with the next statement */
  #ahead: Statement[] = []
  /** all statements of the transaction see the database as of the first one */
  #isSnapshot = false

  constructor(client: Client) {
    this.#client = client
  }

  begin(text: string, isSnapshot: boolean): void {
    this.#ahead = [{ text, parameters: [] }]
    this.#isSnapshot = isSnapshot
  }

  /** Ends the transaction; one that has asked nothing was never begun. */
  async end(text: 'commit' | 'rollback'): Promise<void> {
    const isBegun = this.#ahead.length === 0
    this.#ahead = []
    if (isBegun) await this.#send({ text, parameters: [] })
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = { text, parameters }
    const ahead = this.#ahead
    if (ahead.length > 0 && text.startsWith(sentAheadText)) {
      ahead.push(statement)
      return { rows: [] }
    }
    // Then what began the transaction stays ahead, for a later statement.
    const isWhole = ahead.length > 0 && text.includes(readsAloneText) && this.#client.pipeline && !this.#isSnapshot
    if (!isWhole) this.#ahead = []
    const isAlone = isWhole || (ahead.length === 0 && this.#client.getTransactionStatus() !== 'T')
    const send = () =>
      isWhole ? this.#sendTogether<R>(ahead, statement, commit) : this.#sendAfter<R>(ahead, statement)
    try {
      return await send()
    } catch (error) {
      if (isOutdated(error)) kept.clear()
      if (isOutdated(error) && isAlone) return send()
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires it, and nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }

  release(): void {
    this.#client.release()
  }

  async #sendAfter<R>(ahead: readonly Statement[], statement: Statement): Promise<QueryResult<R>> {
    if (ahead.length === 0) return this.#send(statement)
    if (this.#client.pipeline) return this.#sendTogether(ahead, statement)
    for (const one of ahead) await this.#send(one)
    return this.#send(statement)
  }

  /** All in one write. @returns the answer to `statement` */
  async #sendTogether<R>(
    ahead: readonly Statement[],
    statement: Statement,
    ...behind: readonly Statement[]
  ): Promise<QueryResult<R>> {
    const { stream } = this.#client.connection
    stream.cork()
    const sent = ahead.map((one) => this.#send(one))
    const asked = this.#send<R>(statement)
    const ended = behind.map((one) => this.#send(one))
    stream.uncork()
    // The earliest failure is the cause of the later ones. A commit after one rolls back.
    await Promise.all([...sent, asked, ...ended])
    return asked
  }

  async #send<R>({ text, parameters }: Statement): Promise<QueryResult<R>> {
    const name = nameOf(text)
    const values = [...parameters]
    const { command, rowCount, rows } = await this.#client.query(
      name === undefined ? { text, values } : { name, text, values },
    )
    const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { rows: (rows ?? []) as R[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }
}

class Driver extends PostgresDriver {
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = (await this.#pool.connect()) as Client
    return this.#connections.getOrInsertComputed(client, () => new Connection(client))
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    const isolation = isolationLevel ? ['isolation', 'level', isolationLevel] : []
    ;(connection as Connection).begin(['begin', ...isolation, accessMode ?? ''].join(' '), isolationLevel !== undefined)
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).end('commit')
  }

  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).end('rollback')
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as Connection).release()
  }
}

export const createDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new Driver(pool),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
