import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { FileMissing, type FileStore, fileKey, type Store } from './file-store.ts'

export interface S3Options {
  readonly region: string
  /** an S3-compatible server other than Amazon's */
  readonly endpoint: string | undefined
  /** absent: the machine's own configuration applies (environment, instance role) */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** the buckets are named PREFIX-face-sheets, PREFIX-clinic-images, PREFIX-reports and PREFIX-archive */
  readonly bucketPrefix: string
}

/**
 * Files in four buckets of an S3 server. The portal checks who may see them; the buckets must be private. Digests of the
 * audit log are put there too, and can be neither read nor removed this way (DO-3).
 */
export function createS3Store({ bucketPrefix, ...options }: S3Options): FileStore {
  const client = createS3Client(options)
  const placeOf = (store: Store, key: string) => ({ Bucket: `${bucketPrefix}-${store}`, Key: key })
  return {
    async put(store, key, content) {
      const upload = new Upload({ client, params: { ...placeOf(store, key), Body: content }, queueSize: 2 })
      // Otherwise a broken stream would be awaited forever.
      content.once('error', () => void upload.abort())
      await upload.done()
    },
    async get(store, key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(store, fileKey(key))))
        return Body as Readable
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(key) : error
      }
    },
    async remove(store, key) {
      await client.send(new DeleteObjectCommand(placeOf(store, fileKey(key))))
    },
  }
}

export const createS3Client = ({ region, endpoint, credentials }: Omit<S3Options, 'bucketPrefix'>): S3Client =>
  new S3Client({
    region,
    // Self-hosted servers rarely have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  })
