import { Readable } from 'node:stream'
import { entriesAbout } from '../audit/index.ts'
import { isDamaged } from '../live/archive/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import { isBefore } from '../platform/period.ts'
import { type SubjectType, selectMeasuredSpan, selectMinutesOfDay, selectRowsOfPerson } from './privacy.sql.ts'

/**
 * All data stored about a person as one JSON object: `kept` (rows by table), `audit` (what they did and what was done
 * to them) and for residents `minutes`, with `unreadable_days` if some are damaged. Written while it is read, a day or page at a time in separate transactions,
 * because ten years of minutes don't fit in memory and mustn't hold a connection.
 */
export function personFile(origin: CtxOrigin, type: SubjectType, id: string): FileAnswer {
  const open = () => Readable.from(textOf(origin, type, id), { objectMode: false })
  return new FileAnswer({ open, name: `${type}-${id}.json`, type: 'application/json', bytes: null })
}

async function* textOf(origin: CtxOrigin, type: SubjectType, id: string): AsyncGenerator<string> {
  const rows = await withCtx(origin, (ctx) => selectRowsOfPerson(ctx, type, id))
  const kept = Object.fromEntries(
    [...Map.groupBy(rows, ({ kept_in }) => kept_in)].map(([table, of]) => [table, of.map((row) => row.kept)]),
  )
  const head = { subject_type: type, subject_id: id, exported_at: Temporal.Now.instant().toString() }
  yield `${JSON.stringify(head).slice(0, -1)},\n"kept":${JSON.stringify(kept)},\n"audit":`
  yield* list(entries(origin, type, id))
  if (type === 'resident') {
    yield ',\n"minutes":'
    const unreadable = new Set<string>()
    yield* list(minutes(origin, id, unreadable))
    if (unreadable.size > 0) yield `,\n"unreadable_days":${JSON.stringify([...unreadable])}`
  }
  yield '}\n'
}

/** A JSON array, one line per item. */
async function* list(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages)
    if (page.length > 0) {
      yield before + page.map((item) => `\n${JSON.stringify(item)}`).join(',')
      before = ','
    }
  yield before === '[' ? '[]' : ']'
}

async function* entries(origin: CtxOrigin, type: SubjectType, id: string): AsyncGenerator<readonly unknown[]> {
  let after = 0
  for (;;) {
    const page = await withCtx(origin, (ctx) => entriesAbout(ctx, type, id, after))
    if (page.length === 0) return
    yield page
    after = page.at(-1)!.id
  }
}

/** @param unreadable gets the days (UTC) of which the archive is damaged; the rest is given */
async function* minutes(origin: CtxOrigin, id: string, unreadable: Set<string>): AsyncGenerator<readonly unknown[]> {
  const { since, until } = await withCtx(origin, (ctx: Ctx) => selectMeasuredSpan(ctx, id))
  if (since === null || until === null) return
  // Files are of days and months of UTC: a piece of two of them would lose both if one is damaged.
  const first = since.round({ smallestUnit: 'hour', roundingIncrement: 24, roundingMode: 'floor' })
  for (let day = first; isBefore(day, until); day = day.add({ hours: 24 })) {
    const next = day.add({ hours: 24 })
    yield await withCtx(origin, (ctx) => selectMinutesOfDay(ctx, id, day, next)).catch((error: unknown) => {
      if (!isDamaged(error)) throw error
      unreadable.add(day.toString().slice(0, 10))
      return []
    })
  }
}
