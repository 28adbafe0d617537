import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { createLocalStore, type FileStore, type Store } from './file-store.ts'

export type StoreConfig = Pick<
  Config,
  'DATA_DIR' | 'S3_BUCKET_PREFIX' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** What a store is opened by, without the rest of the configuration. */
export const storeConfigOf = (config: StoreConfig): StoreConfig => ({
  DATA_DIR: config.DATA_DIR,
  S3_BUCKET_PREFIX: config.S3_BUCKET_PREFIX,
  S3_REGION: config.S3_REGION,
  S3_ENDPOINT: config.S3_ENDPOINT,
  S3_ACCESS_KEY_ID: config.S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY: config.S3_SECRET_ACCESS_KEY,
})

/** S3 buckets if configured, otherwise local folders: the archive, which other programs may read, has one of its own. */
export async function createFileStore(config: StoreConfig): Promise<FileStore> {
  const { DATA_DIR, S3_BUCKET_PREFIX, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET_PREFIX) {
    const archive = createLocalStore(resolve(DATA_DIR))
    const files = createLocalStore(resolve(DATA_DIR, 'files'))
    const of = (store: Store) => (store === 'archive' ? archive : files)
    return {
      put: (store, key, content) => of(store).put(store, key, content),
      get: (store, key) => of(store).get(store, key),
      remove: (store, key) => of(store).remove(store, key),
    }
  }
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
