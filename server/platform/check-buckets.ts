import { Readable } from 'node:stream'
import type { StoreConfig } from './create-file-store.ts'
import { type FileStore, stores } from './file-store.ts'
import type { Log } from './log.ts'

const probe = '00000000-0000-0000-0000-000000000000'

/** Says at the start which S3 bucket can't be written: the first upload or archived day may be days away (FI-1). */
export async function checkBuckets(
  { S3_BUCKET_PREFIX }: Pick<StoreConfig, 'S3_BUCKET_PREFIX'>,
  files: FileStore,
  log: Pick<Log, 'error'>,
): Promise<void> {
  if (!S3_BUCKET_PREFIX) return
  const check = async (store: (typeof stores)[number]) => {
    try {
      await files.put(store, probe, Readable.from(['a portal was started']))
      // From the bucket of reports the portal may not be allowed to delete (docs/operations.md).
      await files.remove(store, probe).catch(() => {})
    } catch (error) {
      const { name, message } = error as Error
      const bucket = `${S3_BUCKET_PREFIX}-${store}`
      log.error(
        { bucket, reason: `${name}: ${message}` },
        'files: this bucket cannot be written: check S3_* and the bucket',
      )
    }
  }
  await Promise.all(stores.map(check))
}
