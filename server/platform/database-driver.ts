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
/** At the beginning of a statement without an answer, in a transaction: if it fails, so does the next one. */
export const sentAhead = sql`/* sent ahead */`

const keepsPlanText = '/* keeps its plan */'
const sentAheadText = '/* sent ahead */'

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

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient & { readonly pipeline?: boolean }
  /** sent, and not yet waited for */
  #ahead: Promise<unknown>[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** Sends a statement that needs no answer by itself. */
  async begin(text: string): Promise<void> {
    await this.#sendAhead(text, [])
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (text.startsWith(sentAheadText)) {
      await this.#sendAhead(text, parameters)
      return { rows: [] }
    }
    const isAlone = this.#ahead.length === 0 && this.#client.getTransactionStatus() !== 'T'
    try {
      return await this.#send(text, parameters)
    } catch (error) {
      if (isOutdated(error)) kept.clear()
      if (isOutdated(error) && isAlone) return this.#send(text, parameters)
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

  async #sendAhead(text: string, parameters: readonly unknown[]): Promise<void> {
    const sent = this.#client.query(text, [...parameters])
    if (!this.#client.pipeline) return void (await sent)
    sent.catch(() => {})
    this.#ahead.push(sent)
  }

  async #send<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const name = nameOf(text)
    const values = [...parameters]
    const sent = this.#client.query(name === undefined ? { text, values } : { name, text, values })
    if (this.#ahead.length > 0) {
      const ahead = this.#ahead
      this.#ahead = []
      // The earliest failure is the cause of the later ones.
      await Promise.all([...ahead, sent])
    }
    const { command, rowCount, rows } = await sent
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
    const client = await this.#pool.connect()
    let connection = this.#connections.get(client)
    if (!connection) {
      connection = new Connection(client)
      this.#connections.set(client, connection)
    }
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    const isolation = isolationLevel ? ['isolation', 'level', isolationLevel] : []
    await (connection as Connection).begin(['begin', ...isolation, accessMode ?? ''].join(' '))
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
