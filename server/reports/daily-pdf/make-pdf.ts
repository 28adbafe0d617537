import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Handover } from '@eupnea/contract/handover.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { PortalError } from '../../platform/errors.ts'
import type { ReportBeingRead } from '../daily-report.ts'
import type { HandoverPlace } from './draw-handover.ts'
import type { DrawnNight } from './draw-night.ts'
import type { PdfAnswer, PdfJob, PdfWork } from './pdf-worker.ts'

/** How many may wait for the single thread. */
const mostWaiting = 50
/** Limit for reading rows, ms. It takes a second at most, and a stalled reader mustn't block the reports behind it. */
const readWithinMs = 15_000
/** After this long without work, ms, the thread ends and frees the memory of its fonts. */
const idleMs = 60_000

interface Waiting {
  resolve(pdf: Uint8Array): void
  reject(error: PortalError): void
}

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * The daily report as a PDF (RP-2), made off the main thread.
 * @param flagged patient ids whose boxes are ticked
 * @throws 503 `Error Saving Report` naming the page that failed (RP-7), or when too many wait
 */
export const makeDailyPdf = async (
  { info, items, downtime }: DailyReport,
  flagged?: readonly string[],
): Promise<Uint8Array> => (await drawAsRead({ info, downtime, total: items.length, parts: [items] }, flagged)).pdf

/**
 * The same for a report whose rows are still being read; its first pages are drawn meanwhile.
 * @returns once all rows are read; `pdf` follows later and fails as above
 */
export async function drawAsRead(
  { info, downtime, total, parts }: ReportBeingRead,
  flagged: readonly string[] = [],
): Promise<{ readonly pdf: Promise<Uint8Array> }> {
  const { port1: rows, port2: port } = new MessageChannel()
  const pdf = send({ kind: 'draw', info, downtime, total, port, flagged }, [port])
  // The caller may never get to await it.
  pdf.catch(() => {})
  const late = setTimeout(() => rows.close(), readWithinMs)
  try {
    for await (const part of parts) rows.postMessage(part)
  } finally {
    clearTimeout(late)
    // Either all rows were sent, or the missing ones won't come.
    rows.close()
  }
  return { pdf }
}

/** The same PDF with a password: AES-256 (RP-5). @throws 503 as above */
export const encryptPdf = (pdf: Uint8Array, password: string): Promise<Uint8Array> =>
  send({ kind: 'encrypt', pdf, password })

/** The handover of a floor and shift as a PDF (HO-1). @throws 503 as above */
export const makeHandoverPdf = (
  handover: Handover,
  nights: readonly DrawnNight[],
  place: HandoverPlace,
): Promise<Uint8Array> => send({ kind: 'handover', handover, nights, place })

function send(work: PdfWork, given: MessagePort[] = []): Promise<Uint8Array> {
  if (waiting.size >= mostWaiting)
    throw new PortalError(503, 'busy', m.report_busy(), {
      retryAfter: 10,
    })
  clearTimeout(idle)
  worker ??= startWorker()
  const current = worker
  const job: PdfJob = { ...work, id: ++lastId }
  return new Promise((resolve, reject) => {
    waiting.set(job.id, { resolve, reject })
    // It keeps the process alive only while it works.
    current.ref()
    current.postMessage(job, given)
  })
}

function settle(answer: PdfAnswer): void {
  const asked = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ('pdf' in answer) asked?.resolve(answer.pdf)
  else asked?.reject(notMade(answer.page))
  if (waiting.size > 0) return
  worker?.unref()
  idle = setTimeout(endWorker, idleMs).unref()
}

function endWorker(): void {
  const ending = worker
  // Ending takes a while: requests made meanwhile get a new thread.
  worker = undefined
  void ending?.terminate()
}

function startWorker(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    // Its objects are short-lived; a larger heap would cost memory and save no time.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const ended = () => {
    // The exit event follows an error; another thread may be running by then.
    if (worker !== started) return
    worker = undefined
    for (const id of [...waiting.keys()]) settle({ id, failure: 'the thread ended', page: 1 })
  }
  started.on('message', settle)
  started.on('error', ended)
  started.on('exit', ended)
  return started
}

function notMade(page: number): PortalError {
  return new PortalError(503, 'report_not_saved', m.report_save_failed({ page }), {
    title: m.report_save_failed_title(),
  })
}
