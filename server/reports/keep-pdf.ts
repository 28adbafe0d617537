import { Readable } from 'node:stream'
import { receiveFile } from '../files/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'

const rules = { types: ['application/pdf'], maxBytes: 64 * 1_048_576 }

/** Writes a PDF into the store of reports. It belongs to nobody until `keepFile`. */
export const keepPdf = (origin: CtxOrigin, files: FileStore, clinic_id: string, name: string, pdf: Uint8Array) =>
  receiveFile(origin, files, { store: 'reports', clinic_id, resident_id: null, name }, Readable.from([pdf]), rules)
