import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '../../config.ts'
import { createS3Client, patienceMs, piecesOf } from '../../s3-store.ts'
import { Missing, type Vault } from './vault.ts'

/** How long sending a part of five megabytes may take, ms. */
const partMs = 10 * 60_000

/**
 * A bucket, or a part of one. It must be private. Each round begins by reading: a server that stands still must not hold
 * it up for as long as a part of an upload may take.
 */
export function createS3Vault(config: Config, bucket: string, path: string, requestTimeout = patienceMs): Vault {
  const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined
  const client = createS3Client({ region: S3_REGION, endpoint: S3_ENDPOINT, credentials, partMs })
  const placeOf = (name: string) => ({ Bucket: bucket, Key: path ? `${path.replace(/\/$/, '')}/${name}` : name })
  return {
    // Credentials that may write backups needn't be allowed to create buckets.
    async make() {},
    async write(name, content) {
      // When the content breaks, this ends only once its parts are removed; `abort()` would not wait for that.
      await new Upload({ client, params: { ...placeOf(name), Body: content }, queueSize: 2 }).done()
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(name)), { requestTimeout })
        return Readable.from(piecesOf(Body as Readable, requestTimeout), { objectMode: false })
      } catch (error) {
        throw error instanceof NoSuchKey ? new Missing(name) : error
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(placeOf(name)), { requestTimeout })
    },
    // Parts aren't objects: a lifecycle rule of the bucket removes them.
    async removeParts() {},
  }
}
