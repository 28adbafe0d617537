import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { createLocalStore, type FileStore } from './file-store.ts'

/** S3 buckets if configured, otherwise a local folder. */
export async function createFileStore(config: Config): Promise<FileStore> {
  const { S3_BUCKET_PREFIX, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET_PREFIX) return createLocalStore(resolve(config.DATA_DIR, 'files'))
  // Amazon's library loads slowly, so load it only when needed.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store({
    bucketPrefix: S3_BUCKET_PREFIX,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : undefined,
  })
}
