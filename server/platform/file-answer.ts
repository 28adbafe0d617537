import type { Readable } from 'node:stream'

/** Returned by a verb that sends a file instead of JSON. */
export class FileAnswer {
  /** called once, after the call's transaction: opening may take long and must not hold a database connection */
  readonly open: () => Readable | Promise<Readable>
  /** file name for saving */
  readonly name: string
  /** media type */
  readonly type: string
  /** null: generated while sending */
  readonly bytes: number | null
  /** seconds a browser may cache it; 0: not at all */
  readonly keepSeconds: number

  constructor(file: Omit<FileAnswer, 'keepSeconds'> & { readonly keepSeconds?: number }) {
    this.open = file.open
    this.name = file.name
    this.type = file.type
    this.bytes = file.bytes
    this.keepSeconds = file.keepSeconds ?? 0
  }
}
