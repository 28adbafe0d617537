import { Readable } from 'node:stream'
import { receiveFile } from '../files/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'

const rules = { types: ['application/pdf'], maxBytes: 64 * 1_048_576 }

/** What is written on the file of a daily report. */
interface ReportFile {
  readonly clinic_id: string
  /** by which it is found when a resident is erased who may be in it */
  readonly date: string
  readonly name: string
}

/** Writes a PDF into the store of reports. It belongs to nobody until `keepFile`. */
export function keepPdf(origin: CtxOrigin, files: FileStore, { clinic_id, date, name }: ReportFile, pdf: Uint8Array) {
  const file = { store: 'reports', clinic_id, resident_id: null, name, day: date } as const
  return receiveFile(origin, files, file, Readable.from([pdf]), rules)
}
