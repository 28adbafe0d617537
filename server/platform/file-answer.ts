import type { Readable } from 'node:stream'

/** What a verb answers that sends a file instead of JSON. */
export class FileAnswer {
  readonly content: Readable
  /** as it is called when somebody keeps it */
  readonly name: string
  /** media type */
  readonly type: string
  /** null: it is made while it is sent */
  readonly bytes: number | null
  /** a browser may keep it for so long; 0: not at all */
  readonly keepSeconds: number

  constructor(file: { content: Readable; name: string; type: string; bytes: number | null; keepSeconds?: number }) {
    this.content = file.content
    this.name = file.name
    this.type = file.type
    this.bytes = file.bytes
    this.keepSeconds = file.keepSeconds ?? 0
  }
}
