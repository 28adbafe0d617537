import { once } from 'node:events'
import { addAbortSignal, Readable } from 'node:stream'
import type { Call } from '@eupnea/contract/call.ts'
import { type CsvColumn, type CsvTable, csvTable } from '@eupnea/contract/csv.ts'
import { m } from '@eupnea/texts'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { type Ctx, type CtxOrigin, type Download, withCtx, withSnapshot } from './context.ts'
import { PortalError } from './errors.ts'
import { ReaderPatience } from './reader-patience.ts'
import { type Route, triedAgain } from './route.ts'

/** Lists as CSV (RP-8): RFC 4180 in UTF-8 with a byte order mark, which spreadsheets need. */

/** Rows held in memory at a time. */
const rowsAtOnce = 5_000
/** Each holds a database connection, of which a node's calls share twelve. */
const downloadsAtOnce = 4
/** Limit per person, so that others can download too. */
const ownDownloadsAtOnce = 2
/** Bytes sent at a time, so that the reader's speed is known. */
const bytesAtOnce = 64 * 1024
/** Longest download, ms. Slow readers are cut off too, because an open snapshot keeps the database from cleaning up. */
const longestMs = 15 * 60_000

type Row = Readonly<Record<string, unknown>>

interface CsvPage {
  readonly columns: readonly CsvColumn[]
  readonly rows: readonly Row[]
  /** rows on all pages */
  readonly total: number
}

interface CsvRequest {
  readonly origin: CtxOrigin
  readonly call: Call
  readonly verb: NonNullable<Route['verb']>
  /** as parsed by the contract; its page is ignored */
  readonly input: unknown
  readonly reply: FastifyReply
}

/**
 * Answers a call with its whole list. The call's own verb runs page by page with the caller's access, all pages in one
 * snapshot, so that changes meanwhile neither repeat nor skip a row. Refusals are answered as usual; an error after the
 * first rows breaks the connection, so that a partial file is not taken for a complete one.
 */
export function createCsv(): (request: CsvRequest) => Promise<FastifyReply> {
  /** running downloads and who started them */
  const running = new Map<CsvRequest, string>()
  return async (request) => {
    const { actor } = request.origin
    const who = 'id' in actor ? actor.id : actor.type
    const own = [...running.values()].filter((one) => one === who)
    if (own.length >= ownDownloadsAtOnce) throw tooMany('too_many_own_downloads', m.platform_downloads_own())
    if (running.size >= downloadsAtOnce) throw tooMany('too_many_downloads', m.platform_downloads_other())
    running.set(request, who)
    // Runs before the reader has received the end, so that the next download may start then.
    const onRead = () => void running.delete(request)
    try {
      // It can only lose a race before its first row is sent.
      await triedAgain(() => withSnapshot(request.origin, (ctx) => send(ctx, request, onRead)))
    } finally {
      running.delete(request)
    }
    return request.reply
  }
}

const tooMany = (code: string, message: string) => new PortalError(429, code, message, { retryAfter: 5 })

/**
 * @param onRead called when all rows are read
 * @returns when they are, or when the connection closes before
 */
async function send(ctx: Ctx, request: CsvRequest, onRead: () => void): Promise<void> {
  const { origin, call, input, reply } = request
  const traces = new Traces()
  const pages = pagesOf({ ...ctx, download: traces }, request)
  const first = (await pages.next()).value
  if (!first) return
  await traces.write(origin, first.total)
  // The connection closed before we could listen; the answer would wait forever.
  if (reply.raw.destroyed) return
  const patience = new ReaderPatience(() => reply.raw.destroy())
  const read = Promise.withResolvers<void>()
  const bytes = bytesOf(textOf(first, pages, traces, request), patience, () => {
    onRead()
    read.resolve()
  })
  const content = Readable.from(bytes, { objectMode: false, highWaterMark: 256 * 1024 })
  addAbortSignal(AbortSignal.timeout(longestMs), content)
  const closed = once(reply.raw, 'close').finally(() => patience.end(0))
  reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${fileName(call, input)}"`)
    .header('cache-control', 'no-store')
    .header('x-total-records', String(first.total))
    .send(content)
  // What remains to be sent is in memory and needs no snapshot.
  await Promise.race([read.promise, closed])
  // The transaction must not end while a page is still being read.
  await bytes.return(undefined)
}

/**
 * `residents-2026-11-20.csv`, `billing-2026-10.csv`: the list's name and the month that was asked for, else the day in
 * UTC; never a person's name.
 */
function fileName({ name }: Call, input: unknown): string {
  const { month = Temporal.Now.plainDateISO('UTC') } = input as { readonly month?: string }
  const noun = name.replace(/^(list|read|get)(?=[A-Z])/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
  return `${noun.toLowerCase()}-${month}.csv`
}

async function* pagesOf(ctx: Ctx, { call, verb, input }: CsvRequest): AsyncGenerator<CsvPage, undefined> {
  const { shape } = call.input
  const size = 'page' in shape ? ['page_size', 'limit'].find((name) => name in shape) : undefined
  let sent = 0
  for (let page = 1; ; page++) {
    const asked = size ? { ...(input as object), page, [size]: rowsAtOnce } : input
    const answer = (await verb({ ctx, input: asked })) as Record<string, unknown>
    const { list, columns }: CsvTable = csvTable(call, answer)
    const rows = answer[list] as readonly Row[]
    const { pagination } = answer as { pagination?: { total_records: number } }
    const total = pagination?.total_records ?? rows.length
    yield { columns, rows, total }
    sent += rows.length
    if (!size || rows.length === 0 || sent >= total) return
  }
}

async function* textOf(
  first: CsvPage,
  pages: AsyncGenerator<CsvPage, undefined>,
  traces: Traces,
  { origin, call }: CsvRequest,
): AsyncGenerator<string, undefined> {
  try {
    yield csvText(first, true)
    for await (const page of pages) {
      await traces.write(origin, page.total)
      yield csvText(page, false)
    }
  } catch (error) {
    origin.log.error({ err: error, request_id: origin.requestId, call: call.name }, 'download failed')
    throw error
  }
}

/** Yields the list in pieces, and waits for the reader of each as long as it is fast enough. */
async function* bytesOf(
  text: AsyncGenerator<string>,
  patience: ReaderPatience,
  onRead: () => void,
): AsyncGenerator<Buffer, undefined> {
  for await (const page of text) {
    const bytes = Buffer.from(page)
    for (let from = 0; from < bytes.length; from += bytesAtOnce) {
      const piece = bytes.subarray(from, from + bytesAtOnce)
      patience.begin()
      try {
        yield piece
      } finally {
        patience.end(piece.length)
      }
    }
  }
  onRead()
  patience.begin()
}

/** Formulas of all spreadsheets are defused; numbers stay numbers. */
const csvText = ({ columns, rows }: CsvPage, isFirst: boolean): string =>
  stringify(
    rows.map((row) => columns.map(({ path }) => cellOf(valueAt(row, path)))),
    {
      bom: isFirst,
      header: isFirst,
      columns: columns.map(({ name }) => name),
      record_delimiter: 'windows',
      escape_formulas: true,
    },
  )

const valueAt = (row: Row, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

/** Lists of plain values are joined; anything deeper is written as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value) && value.every((part) => part === null || typeof part !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The audit entries of a download: written before the rows go out, in a transaction that is kept whatever happens to
 * them.
 */
class Traces implements Download {
  readonly #waiting = new Map<string, Parameters<Download['once']>[1]>()
  readonly #written = new Set<string>()

  once(key: string, write: Parameters<Download['once']>[1]): void {
    if (!this.#written.has(key)) this.#waiting.set(key, write)
  }

  async write(origin: CtxOrigin, rows: number): Promise<void> {
    if (this.#waiting.size === 0) return
    const due = [...this.#waiting]
    await withCtx(origin, async (ctx) => {
      for (const [, write] of due) await write(ctx, rows)
    })
    for (const [key] of due) this.#written.add(key)
    this.#waiting.clear()
  }
}
