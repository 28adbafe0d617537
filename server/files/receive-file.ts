import { finished, pipeline, type Readable, Transform } from 'node:stream'
import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import { insertPending, type NewFile, removeFile } from './files.sql.ts'
import { storeAway } from './store-away.ts'

/** What a store accepts. */
export interface FileRules {
  /** media types by content, not by file name */
  readonly types: readonly string[]
  readonly maxBytes: number
}

export interface ReceivedFile {
  readonly id: string
  readonly type: string
  readonly bytes: number
}

/** Bytes needed to detect a file's type. */
const headBytes = 4_100

/**
 * Streams a file into its store. It has no owner until `keepFile`; an interrupted or refused upload leaves nothing
 * behind (FI-2).
 * @param file its future owner; the caller has checked that the actor may see them
 * @throws 400 when it breaks off, 413 when too large, 415 for another type of content, 422 when empty, 503 while
 *   its store is away
 */
export async function receiveFile(
  origin: CtxOrigin,
  store: FileStore,
  file: NewFile,
  body: Readable,
  rules: FileRules,
): Promise<ReceivedFile> {
  const check = new FileCheck(rules)
  const id = await withCtx(origin, (ctx) => insertPending(ctx, file))
  let isCutOff = false
  // A store that fails ends the check first, and what is left of the body with it.
  finished(body, (error) => {
    isCutOff = Boolean(error) && !check.destroyed
  })
  try {
    await store.put(
      file.store,
      id,
      pipeline(body, check, () => {}),
    )
  } catch (error) {
    await withCtx(origin, (ctx) => removeFile(ctx, id))
    if (check.fault) throw check.fault
    throw isCutOff
      ? new PortalError(400, 'upload_cut_off', m.file_cut_off())
      : storeAway(origin.log, id, error as Error)
  }
  return { id, type: check.type, bytes: check.bytes }
}

/** Passes a file through while checking the rules and detecting its type. */
class FileCheck extends Transform {
  type = ''
  bytes = 0
  fault: PortalError | undefined
  readonly #rules: FileRules
  #head: Buffer[] = []

  constructor(rules: FileRules) {
    super()
    this.#rules = rules
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.bytes += chunk.length
    if (this.bytes > this.#rules.maxBytes) {
      const megabytes = Math.floor(this.#rules.maxBytes / 1_048_576)
      this.fault = new PortalError(413, 'file_too_large', m.file_over_limit({ size: megabytes }), { field: 'file' })
      return done(this.fault)
    }
    if (this.type) {
      this.push(chunk)
      return done()
    }
    this.#head.push(chunk)
    if (this.bytes < headBytes) return done()
    this.#look(done).catch(done)
  }

  override _flush(done: (error?: Error | null) => void) {
    if (this.type) return done()
    this.#look(done).catch(done)
  }

  async #look(done: (error?: Error | null) => void) {
    const head = Buffer.concat(this.#head)
    this.#head = []
    // Loaded with the first file.
    const { fileTypeFromBuffer } = await import('file-type')
    const type = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? ''
    if (head.length === 0) this.fault = new PortalError(422, 'file_empty', m.file_empty(), { field: 'file' })
    else if (!this.#rules.types.includes(type))
      this.fault = new PortalError(415, 'file_type_refused', m.file_none_of({ types: namesOf(this.#rules.types) }), {
        field: 'file',
      })
    if (this.fault) return done(this.fault)
    this.type = type
    this.push(head)
    done()
  }
}

/** Media types as people call them, such as `PDF, PNG, JPEG`. */
const namesOf = (types: readonly string[]): string =>
  types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase()).join(', ')
