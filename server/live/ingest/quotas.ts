/** What one device may send, on all its connections together (DO-6). No real sensor comes near. */
export interface Quota {
  /** per second, also while it sends what it has stored */
  readonly readings: number
  /** per second */
  readonly bytes: number
  readonly connections: number
}

export interface Quotas {
  spend(deviceId: string, readings: number, bytes: number): void
  /** ms until the device is within its quota again; 0: it is */
  waitMs(deviceId: string): number
}

interface Bucket {
  readings: number
  bytes: number
  at: number
}

/** Each device has up to two seconds' worth in hand; what it spends beyond that it waits for. @param clock ms */
export function createQuotas(
  { readings: readingsPerSecond, bytes: bytesPerSecond }: Quota,
  clock: () => number = () => performance.now(),
): Quotas {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (deviceId: string): Bucket => {
    let bucket = buckets.get(deviceId)
    if (!bucket) {
      bucket = { readings: readingsPerSecond, bytes: bytesPerSecond, at: clock() }
      buckets.set(deviceId, bucket)
    }
    return bucket
  }
  /** Only before it runs out: nearly all messages need no look at the clock. */
  const fill = (bucket: Bucket): void => {
    const now = clock()
    const seconds = (now - bucket.at) / 1_000
    bucket.readings = Math.min(readingsPerSecond, bucket.readings + seconds * readingsPerSecond)
    bucket.bytes = Math.min(bytesPerSecond, bucket.bytes + seconds * bytesPerSecond)
    bucket.at = now
  }
  const isEmpty = ({ readings, bytes }: Bucket): boolean => readings < 0 || bytes < 0
  return {
    spend(deviceId, readings, bytes) {
      const bucket = bucketOf(deviceId)
      if (bucket.readings < readings || bucket.bytes < bytes) fill(bucket)
      bucket.readings -= readings
      bucket.bytes -= bytes
    },
    waitMs(deviceId) {
      const bucket = bucketOf(deviceId)
      if (!isEmpty(bucket)) return 0
      fill(bucket)
      const debt = Math.max(-bucket.readings / readingsPerSecond, -bucket.bytes / bytesPerSecond)
      return debt <= 0 ? 0 : Math.ceil(debt * 1_000)
    },
  }
}
