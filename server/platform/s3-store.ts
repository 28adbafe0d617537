import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { FileMissing, FileRefused, type FileStore, fileKey, type Store } from './file-store.ts'

export interface S3Options {
  readonly region: string
  /** an S3-compatible server other than Amazon's */
  readonly endpoint: string | undefined
  /** absent: the machine's own configuration applies (environment, instance role) */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** the buckets are named PREFIX-face-sheets, PREFIX-clinic-images, PREFIX-reports and PREFIX-archive */
  readonly bucketPrefix: string
  /** how long an answer, or the next piece of a file, is waited for, ms */
  readonly patienceMs?: number
}

/** How long an answer, or the next piece of a file, is waited for, ms. */
export const patienceMs = 10_000
/** How long sending a part of five megabytes may take, ms. */
const partMs = 2 * 60_000

/**
 * Files in four buckets of an S3 server. The portal checks who may see them; the buckets must be private. Digests of the
 * audit log are put there too, and can be neither read nor removed this way (DO-3).
 */
export function createS3Store({ bucketPrefix, ...options }: S3Options): FileStore {
  const { patienceMs: requestTimeout = patienceMs } = options
  const client = createS3Client({ ...options, partMs: options.patienceMs ?? partMs })
  const placeOf = (store: Store, key: string) => ({ Bucket: `${bucketPrefix}-${store}`, Key: key })
  return {
    async put(store, key, content) {
      const upload = new Upload({ client, params: { ...placeOf(store, key), Body: content }, queueSize: 2 })
      // Otherwise a broken stream would be awaited forever.
      content.once('error', () => void upload.abort())
      await upload.done().catch(refusing(store, key))
    },
    async get(store, key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(store, fileKey(key))), { requestTimeout })
        return Readable.from(piecesOf(Body as Readable, requestTimeout), { objectMode: false })
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(key) : asRefusal(store, key, error)
      }
    },
    async remove(store, key) {
      await client
        .send(new DeleteObjectCommand(placeOf(store, fileKey(key))), { requestTimeout })
        .catch(refusing(store, key))
    },
  }
}

/** Rights, keys and classes of storage may differ from file to file. */
function asRefusal(store: Store, key: string, error: unknown): unknown {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status !== 400 && status !== 403) return error
  return new FileRefused(`S3 refuses file ${store}/${key}: ${(error as Error).name}`, { cause: error })
}

const refusing = (store: Store, key: string) => (error: unknown) => {
  throw asRefusal(store, key, error)
}

/** As they are asked for: a slow reader is not the server's fault. */
export async function* piecesOf(body: Readable, patienceMs: number): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]()
  const giveUp = () => void body.destroy(new Error(`The S3 server sent nothing more for ${patienceMs} ms`))
  try {
    for (;;) {
      const timer = setTimeout(giveUp, patienceMs)
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    body.destroy()
  }
}

type ClientOptions = Pick<S3Options, 'region' | 'endpoint' | 'credentials'> & { readonly partMs: number }

/** @param partMs how long a request may take until its answer begins; the library itself sets no limit */
export function createS3Client({ region, endpoint, credentials, partMs }: ClientOptions): S3Client {
  const client = new S3Client({
    region,
    requestHandler: { connectionTimeout: patienceMs, requestTimeout: partMs, throwOnRequestTimeout: true },
    // Self-hosted servers rarely have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  })
  // Operators read it in the log and from the backup.
  const sayLate = (error: Error) => {
    const isLate = /exceeded the configured .* requestTimeout/.test(error.message)
    throw isLate ? new Error('The S3 server did not answer in time', { cause: error }) : error
  }
  client.middlewareStack.add((next) => (given) => next(given).catch(sayLate), { step: 'initialize' })
  return client
}
