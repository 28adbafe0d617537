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
import type { Route } from './route.ts'

/** Lists as CSV (RP-8): RFC 4180 in UTF-8 with a byte order mark, which spreadsheets need. */

/** Rows that are held in memory at a time. */
const rowsAtOnce = 5_000
/** Each holds a connection to the database, of which the calls of a node share twelve. */
const downloadsAtOnce = 4
/** Of one person: the others are for others. */
const ownDownloadsAtOnce = 2
/** What a reader takes at a time, so that its speed is known. */
const bytesAtOnce = 64 * 1024
/** Who takes so long in all is left, like who takes too little: a snapshot held open keeps the database from cleaning up. */
const longestMs = 15 * 60_000

type Row = Readonly<Record<string, unknown>>

interface CsvPage {
  readonly columns: readonly CsvColumn[]
  readonly rows: readonly Row[]
  /** of all pages */
  readonly total: number
}

interface CsvRequest {
  readonly origin: CtxOrigin
  readonly call: Call
  readonly verb: NonNullable<Route['verb']>
  /** as the contract parsed it; the page asked for does not matter */
  readonly input: unknown
  readonly reply: FastifyReply
}

/**
 * Answers a call with its whole list. The call's own verb runs page by page with the caller's scope, all pages in one
 * snapshot, so that a change meanwhile neither repeats a row nor leaves one out. The caller is told of refusals as
 * ever; what breaks once rows are under way breaks the connection, so that half a file is not taken for a whole one.
 */
export function createCsv(): (request: CsvRequest) => Promise<FastifyReply> {
  /** by whom */
  const running = new Map<CsvRequest, string>()
  return async (request) => {
    const { actor } = request.origin
    const who = 'id' in actor ? actor.id : actor.type
    const own = [...running.values()].filter((one) => one === who)
    if (own.length >= ownDownloadsAtOnce) throw tooMany('too_many_own_downloads', m.platform_downloads_own())
    if (running.size >= downloadsAtOnce) throw tooMany('too_many_downloads', m.platform_downloads_other())
    running.set(request, who)
    // Before the reader has the end: then the next may come.
    const onRead = () => void running.delete(request)
    try {
      await withSnapshot(request.origin, (ctx) => send(ctx, request, onRead))
    } finally {
      running.delete(request)
    }
    return request.reply
  }
}

const tooMany = (code: string, message: string) => new PortalError(429, code, message, { retryAfter: 5 })

/** @param onRead all rows are read @returns then, or when the connection is closed before */
async function send(ctx: Ctx, request: CsvRequest, onRead: () => void): Promise<void> {
  const { origin, call, reply } = request
  const traces = new Traces()
  const pages = pagesOf({ ...ctx, download: traces }, request)
  const first = (await pages.next()).value
  if (!first) return
  await traces.write(origin, first.total)
  // Its `close` has been told already, and the answer would wait for another one for ever.
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
    .header('content-disposition', `attachment; filename="${fileName(call)}"`)
    .header('cache-control', 'no-store')
    .header('x-total-records', String(first.total))
    .send(content)
  // What is still to be sent then is in memory and needs no snapshot.
  await Promise.race([read.promise, closed])
  // The transaction must not end under a page that is still being read.
  await bytes.return(undefined)
}

/** `residents-2026-11-20.csv`: what it is a list of and the day in UTC, and nobody's name. */
function fileName({ name }: Call): string {
  const noun = name.replace(/^(list|read|get)(?=[A-Z])/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
  return `${noun.toLowerCase()}-${Temporal.Now.plainDateISO('UTC')}.csv`
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

/** In pieces, each waited for as long as its reader is worth it. */
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

/** Formulas lose their power, also those of other spreadsheets; numbers stay numbers. */
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

/** Lists of plain values are joined; what is deeper than a cell is written as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What a download leaves behind: written before the rows go out, in a transaction that holds whatever becomes of them. */
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
