import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { PortalError } from '../../platform/errors.ts'
import type { ReportBeingRead } from '../daily-report.ts'
import type { PdfAnswer, PdfJob, PdfWork } from './pdf-worker.ts'

/** How many may wait for the one thread. */
const mostWaiting = 50
/** Reading takes a second at most; one that stands still must not hold up the reports behind it, ms. */
const readWithinMs = 15_000
/** After so long without work the thread ends, and gives back what its fonts take, ms. */
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
 * @throws 503 `Error Saving Report` with the page that failed (RP-7), or when too many wait
 */
export const makeDailyPdf = async ({ info, items }: DailyReport, flagged?: readonly string[]): Promise<Uint8Array> =>
  (await drawAsRead({ info, total: items.length, parts: [items] }, flagged)).pdf

/**
 * The same of a report that is still being read: its first pages are drawn meanwhile.
 * @returns once the report is read; `pdf` comes later, and fails as above
 */
export async function drawAsRead(
  { info, total, parts }: ReportBeingRead,
  flagged: readonly string[] = [],
): Promise<{ readonly pdf: Promise<Uint8Array> }> {
  const { port1: rows, port2: port } = new MessageChannel()
  const pdf = send({ kind: 'draw', info, total, port, flagged }, [port])
  // Whoever asked may not get as far as to wait for it.
  pdf.catch(() => {})
  const late = setTimeout(() => rows.close(), readWithinMs)
  try {
    for await (const part of parts) rows.postMessage(part)
  } finally {
    clearTimeout(late)
    // All were said, or those that are missing will not come.
    rows.close()
  }
  return { pdf }
}

/** The same PDF, which opens with a password only: AES-256 (RP-5). @throws 503 as above */
export const encryptPdf = (pdf: Uint8Array, password: string): Promise<Uint8Array> =>
  send({ kind: 'encrypt', pdf, password })

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
    // It keeps the process alive while it works, and not otherwise.
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
  // Ending takes a while: what is asked for meanwhile gets a thread of its own.
  worker = undefined
  void ending?.terminate()
}

function startWorker(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    // What it makes is short-lived: more room for it would be memory taken, not time saved.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const ended = () => {
    // After an error comes the exit: by then another thread may be at work.
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
