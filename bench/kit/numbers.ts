/** Summarises and prints figures. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** @param share such as 0.99; nearest rank */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Of the straight line that is closest to the points (least squares). */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length
  let above = 0
  let below = 0
  for (const point of points) {
    above += (point.x - x) * (point.y - y)
    below += (point.x - x) ** 2
  }
  return above / below
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB')
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const mb = (value: number | null): string => (value === null ? 'not measured here' : `${Math.round(value)} MB`)
export const cores = (value: number | null): string => (value === null ? 'unknown' : `${value.toFixed(2)} cores`)

/** One line that says whether a goal is met. */
export const goal = (text: string, isMet: boolean): string => `${isMet ? '  met ' : 'MISSED'}  ${text}`

export const line = (text = '') => process.stdout.write(`${text}\n`)

/** Milliseconds since the epoch with fractions, the same in every process of the machine. */
export const now = (): number => performance.timeOrigin + performance.now()
