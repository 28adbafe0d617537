import { Readable } from 'node:stream'
import { receiveFile } from '../files/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'

const rules = { types: ['application/pdf'], maxBytes: 64 * 1_048_576 }

/** Properties of a daily report's file. */
interface ReportFile {
  readonly clinic_id: string
  /** to find it by when a resident who may be in it is erased */
  readonly date: string
  readonly name: string
}

/** Writes a PDF into the store of reports. It has no owner until `keepFile`. */
export function keepPdf(origin: CtxOrigin, files: FileStore, { clinic_id, date, name }: ReportFile, pdf: Uint8Array) {
  const file = { store: 'reports', clinic_id, resident_id: null, name, day: date } as const
  return receiveFile(origin, files, file, Readable.from([pdf]), rules)
}
