/** a segment of PostgreSQL's log, by the default of `wal_segment_size` */
export const segmentBytes = 16n * 1024n * 1024n

/** Position in the log as a number. */
export const positionOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
export const numberOf = (lsn: string): bigint => positionOf(lsn) / segmentBytes

const perId = 0x1_0000_0000n / segmentBytes

/** PostgreSQL's name for a segment of its log. */
export function nameOf(timeline: number, number: bigint): string {
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}
export const numberIn = (name: string): bigint =>
  BigInt(`0x${name.slice(8, 16)}`) * perId + BigInt(`0x${name.slice(16)}`)
