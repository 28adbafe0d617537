import { clinicOf } from '../facilities/index.ts'
import { selectConnection } from './connections.sql.ts'
import { EhrError } from './ehr-error.ts'
import { EhrHttp } from './ehr-http.ts'
import { endReading } from './end-run.ts'
import { loadKnown } from './known-residents.ts'
import { planIncoming, planLeaving, type Seen } from './plan-page.ts'
import { deleteRows, insertRows, type NewRow, selectSeen } from './rows.sql.ts'
import { inTransaction, RunLost, type RunWork, teller } from './run-work.ts'
import { moveRun, type RunRow } from './runs.sql.ts'
import { sourceOf } from './source-of.ts'

/** Rows that wait to be written before the EHR is asked for more. */
const mostPending = 2_000

/**
 * Reads the EHR page by page and keeps what each row would change. Pages and the place in the EHR are kept in one
 * transaction, so that a run that was killed goes on where it was. Reading and writing go on side by side.
 */
export async function readRun(work: RunWork, run: RunRow): Promise<void> {
  const http = new EhrHttp(work.rules)
  try {
    await readAll(work, run, http)
  } catch (error) {
    // The place that was kept is no place any more: begin again, once.
    if (!(error instanceof EhrError) || run.next_page === null || !isGone(error.status)) throw error
    const again = { ...run, next_page: null, pages: 0, rows_read: 0, rows_announced: null }
    await inTransaction(work, async (ctx) => {
      if (!(await moveRun(ctx, run.id, ['reading'], { next_page: null, pages: 0, rows_read: 0 }, work.worker)))
        throw new RunLost()
      await deleteRows(ctx, run.id)
    })
    await readAll(work, again, http)
  } finally {
    http.close()
  }
}

const isGone = (status: number | undefined): boolean => status === 400 || status === 404 || status === 410

async function readAll(work: RunWork, run: RunRow, http: EhrHttp): Promise<void> {
  const { known, floors, connection, met } = await inTransaction(work, async (ctx) => ({
    known: await loadKnown(ctx, run.clinic_id, run.source),
    floors: (await clinicOf(ctx, run.clinic_id)).floors,
    connection: await selectConnection(ctx, run.clinic_id),
    met: run.next_page === null ? [] : await selectSeen(ctx, run.id),
  }))
  if (!connection || connection.source !== run.source)
    throw new EhrError('The connection to the EHR was changed while it was read')
  const seen: Seen = {
    ids: new Set(met.flatMap(({ external_id }) => external_id ?? [])),
    recordNumbers: new Set(met.flatMap(({ mr_no }) => mr_no ?? [])),
    residents: new Set(met.flatMap(({ resident_id }) => resident_id ?? [])),
  }
  const tell = teller(run.clinic_id)
  const pages = sourceOf(connection, work.sealer, work.baseUrl(), {
    ...{ http, signal: work.signal, backoffMs: work.backoffMs },
    onWait: (until) =>
      inTransaction(work, async (ctx) => {
        await moveRun(ctx, run.id, ['reading'], { waits_until: until }, work.worker)
        await tell(ctx, true)
      }),
  })

  const place = { next: run.next_page, pages: run.pages, rows: run.rows_read, announced: run.rows_announced }
  let pending: NewRow[] = []
  let writing: Promise<void> | null = null
  let fault: unknown = null

  const write = async () => {
    while (pending.length > 0 || place.next !== run.next_page) {
      const rows = pending
      const { next, pages, rows: rows_read, announced } = place
      pending = []
      run = { ...run, next_page: next }
      await inTransaction(work, async (ctx) => {
        const values = { next_page: next, pages, rows_read, rows_announced: announced }
        if (!(await moveRun(ctx, run.id, ['reading'], values, work.worker))) throw new RunLost()
        await insertRows(ctx, run, rows)
        await tell(ctx)
      })
    }
  }
  const startWriting = () => {
    writing ??= write()
      .catch((error) => {
        fault = error
      })
      .finally(() => {
        writing = null
      })
    return writing
  }

  for await (const { rows, next, announced } of pages(run.next_page)) {
    // The last page leaves nothing to go on from: no write takes it along, it is kept with what follows from it.
    if (next === null) await writing
    if (fault !== null) throw fault
    const isKnown =
      rows.length > 0 && rows.every(({ external_id }) => external_id !== null && seen.ids.has(external_id))
    if (isKnown) throw new EhrError('The EHR repeats its pages')
    for (const row of rows) pending.push(planIncoming(row, ++place.rows, known, floors, seen))
    place.pages++
    place.announced = announced ?? place.announced
    if (next === null) break
    place.next = next
    const written = startWriting()
    if (pending.length > mostPending) await written
  }
  pending.push(...planLeaving(known, seen, place.rows + 1))
  await endReading(work, run, pending, { pages: place.pages, rows_read: place.rows, rows_announced: place.announced })
}
