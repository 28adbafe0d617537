import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Handover } from '@eupnea/contract/handover.ts'
import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { letOthersFirst } from '../../platform/let-others-first.ts'
import { drawDailyReport } from './draw-daily-report.ts'
import { drawHandover, type HandoverPlace } from './draw-handover.ts'
import type { DrawnNight } from './draw-night.ts'

/** The thread that makes PDFs, one after the other, so that calls aren't delayed. */

/** port: delivers the rows in parts and closes after the last */
export type PdfWork =
  | {
      readonly kind: 'draw'
      readonly info: DailyReport['info']
      readonly downtime: DailyReport['downtime']
      readonly total: number
      readonly port: MessagePort
      readonly flagged: readonly string[]
    }
  | {
      readonly kind: 'handover'
      readonly handover: Handover
      readonly nights: readonly DrawnNight[]
      readonly place: HandoverPlace
    }
  | { readonly kind: 'encrypt'; readonly pdf: Uint8Array; readonly password: string }
export type PdfJob = PdfWork & { readonly id: number }
/** page: the one that failed */
export type PdfAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly failure: string; readonly page: number }

letOthersFirst()

let waiting: Promise<void> = Promise.resolve()

parentPort?.on('message', (job: PdfJob) => {
  waiting = waiting.then(() => answer(job))
})

async function answer(job: PdfJob): Promise<void> {
  let page = 1
  const say = (said: PdfAnswer) => parentPort?.postMessage(said)
  try {
    const pdf = await make(job, (number) => {
      page = number
    })
    say({ id: job.id, pdf })
  } catch (error) {
    say({ id: job.id, failure: (error as Error).message, page })
  }
}

function make(job: PdfJob, onPage: (number: number) => void): Promise<Uint8Array> | Uint8Array {
  switch (job.kind) {
    case 'draw':
      return drawDailyReport({ ...job, parts: rowsFrom(job) }, new Set(job.flagged), onPage)
    case 'handover':
      return drawHandover(job.handover, job.nights, job.place, onPage)
    case 'encrypt':
      return encrypt(job.pdf, job.password)
  }
}

async function* rowsFrom({ port, total }: { port: MessagePort; total: number }): AsyncGenerator<DailyReportRow[]> {
  let missing = total
  for await (const [rows] of on(port, 'message', { close: ['close'] })) {
    missing -= rows.length
    yield rows
  }
  if (missing > 0) throw new Error(`${missing} rows are missing`)
}

/** AES-256; keeps the tags. The password allows everything, and there is no second one. */
async function encrypt(pdf: Uint8Array, password: string): Promise<Uint8Array> {
  // As large as everything else here, and only needed for mails.
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  // The library only encrypts strings within streams; those in the catalog would be lost.
  const { catalog, context } = document
  const language = catalog.lookup(PDFName.of('Lang'))
  if (language) catalog.set(PDFName.of('Lang'), context.register(language))
  document.encrypt({
    userPassword: password,
    ownerPassword: password,
    permissions: { printing: 'highResolution', copying: true, contentAccessibility: true },
  })
  return document.save({ useObjectStreams: true })
}
