import { m } from '@eupnea/texts'
import { clinicOf } from '../clinics/index.ts'
import { type ConnectionRow, selectConnection } from './connections.sql.ts'
import { EhrError } from './ehr-error.ts'
import { EhrHttp } from './ehr-http.ts'
import { endReading } from './end-run.ts'
import type { Incoming } from './incoming.ts'
import { loadKnown } from './known-residents.ts'
import { planIncoming, planLeaving, type Seen } from './plan-page.ts'
import { deleteRows, insertRows, type NewRow, selectSeen } from './rows.sql.ts'
import { inTransaction, RunLost, type RunWork, teller } from './run-work.ts'
import { moveRun, type RunRow } from './runs.sql.ts'
import { sourceOf } from './source-of.ts'

/** Rows that may wait to be written before reading pauses. */
const mostPending = 2_000
/** More than any house has ever had. A server may send many on a page, and a row costs the same however it is sent. */
const mostRows = 200_000

/**
 * Reads the EHR page by page and stores what each row would change. Each page is stored together with its position in
 * the EHR in one transaction, so that a killed run continues where it was. Reading and writing overlap.
 */
export async function readRun(work: RunWork, run: RunRow): Promise<void> {
  const connection = await inTransaction(work, (ctx) => selectConnection(ctx, run.clinic_id))
  if (!connection || connection.source !== run.source) throw new EhrError(m.ehr_import_error_changed())
  const http = new EhrHttp(work.outgoing, connection.may_be_private)
  try {
    await readAll(work, run, connection, http)
  } catch (error) {
    // The stored position is no longer valid: start over, once.
    if (!(error instanceof EhrError) || run.next_page === null || !isGone(error.status)) throw error
    const beginning = { next_page: null, pages: 0, rows_read: 0, rows_announced: null, is_second_look: false }
    await inTransaction(work, async (ctx) => {
      if (!(await moveRun(ctx, run.id, ['reading'], beginning, work.worker))) throw new RunLost()
      await deleteRows(ctx, run.id)
    })
    await readAll(work, { ...run, ...beginning }, connection, http)
  } finally {
    http.close()
  }
}

const isGone = (status: number | undefined): boolean => status === 400 || status === 404 || status === 410

async function readAll(work: RunWork, run: RunRow, connection: ConnectionRow, http: EhrHttp): Promise<void> {
  const { known, clinic, met } = await inTransaction(work, async (ctx) => ({
    known: await loadKnown(ctx, run.clinic_id, run.source),
    clinic: await clinicOf(ctx, run.clinic_id),
    met: run.next_page === null && !run.is_second_look ? [] : await selectSeen(ctx, run.id),
  }))
  const seen: Seen = {
    ids: new Set(met.flatMap(({ external_id }) => external_id ?? [])),
    recordNumbers: new Set(met.flatMap(({ mr_no }) => mr_no ?? [])),
    residents: new Set(met.flatMap(({ resident_id }) => resident_id ?? [])),
  }
  const tell = teller(run.clinic_id)
  const pages = sourceOf(connection, clinic.tz, work.sealer, work.baseUrl(), {
    ...{ http, signal: work.signal, backoffMs: work.backoffMs },
    onWait: (until) =>
      inTransaction(work, async (ctx) => {
        await moveRun(ctx, run.id, ['reading'], { waits_until: until }, work.worker)
        await tell(ctx, true)
      }),
  })

  const { next_page, is_second_look, pages: pagesRead, rows_read, rows_announced } = run
  /** how far it has been read, of which `run` is what was stored */
  const place = { next_page, is_second_look, pages: pagesRead, rows_read, rows_announced, limits: run.limits }
  let pending: NewRow[] = []
  let writing: Promise<void> | null = null
  let fault: unknown = null

  const keep = async () => {
    const rows = pending
    pending = []
    run = { ...run, ...place }
    const values = { ...place, limits: JSON.stringify(place.limits) }
    await inTransaction(work, async (ctx) => {
      if (!(await moveRun(ctx, run.id, ['reading'], values, work.worker))) throw new RunLost()
      await insertRows(ctx, run, rows)
      await tell(ctx)
    })
  }
  const write = async () => {
    while (pending.length > 0 || place.next_page !== run.next_page) await keep()
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

  const isMet = ({ external_id }: Incoming) => external_id !== null && seen.ids.has(external_id)
  /** Reads to the end; the rows of the last page are still pending then. */
  const look = async () => {
    for await (const { rows, next, announced, limits } of pages(run.next_page)) {
      // After the last page there is no position to store, so its rows are stored with the run's next step.
      if (next === null) await writing
      if (fault !== null) throw fault
      // A last page may consist only of people who moved down a page and were already met.
      if (next !== null && !place.is_second_look && rows.length > 0 && rows.every(isMet))
        throw new EhrError(m.ehr_import_error_repeats())
      const added = place.is_second_look ? rows.filter((row) => row.external_id !== null && !isMet(row)) : rows
      if (place.rows_read + added.length > mostRows) throw new EhrError(m.ehr_import_error_much())
      for (const row of added) pending.push(planIncoming(row, ++place.rows_read, known, clinic.floors, seen))
      place.pages++
      place.rows_announced = announced ?? place.rows_announced
      place.limits = limits ?? place.limits
      if (next === null) return
      place.next_page = next
      const written = startWriting()
      if (pending.length > mostPending) await written
    }
  }
  const leaving = () => planLeaving(known, seen, place.rows_read + 1)

  await look()
  // Somebody who moves up a page during reading appears on none, so read once more before marking anyone as left. A
  // single page shows everybody at one moment.
  if (!place.is_second_look && place.pages > 1 && leaving().length > 0) {
    Object.assign(place, { is_second_look: true, next_page: null })
    await keep()
    await look()
  }
  pending.push(...leaving())
  await endReading(work, run, pending, place)
}
