import type { Readable } from 'node:stream'

/** Returned by a verb that sends a file instead of JSON. */
export class FileAnswer {
  readonly content: Readable
  /** file name for saving */
  readonly name: string
  /** media type */
  readonly type: string
  /** null: generated while sending */
  readonly bytes: number | null
  /** seconds a browser may cache it; 0: not at all */
  readonly keepSeconds: number

  constructor(file: { content: Readable; name: string; type: string; bytes: number | null; keepSeconds?: number }) {
    this.content = file.content
    this.name = file.name
    this.type = file.type
    this.bytes = file.bytes
    this.keepSeconds = file.keepSeconds ?? 0
  }
}
