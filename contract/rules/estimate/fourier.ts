/** In-place radix-2 Fourier transform; its tables are made once per length. */

interface Tables {
  readonly cos: Float64Array
  readonly sin: Float64Array
  readonly reversed: Uint16Array
}

const tables = new Map<number, Tables>()

function tablesOf(length: number): Tables {
  const known = tables.get(length)
  if (known) return known
  const half = length >> 1
  const cos = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / length))
  const sin = Float64Array.from({ length: half }, (_, i) => Math.sin((2 * Math.PI * i) / length))
  const reversed = new Uint16Array(length)
  for (let i = 1; i < length; i++) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? half : 0)
  const made = { cos, sin, reversed }
  tables.set(length, made)
  return made
}

/**
 * @param re real parts, a power of two of them, at most 65,536; replaced by the result, as is `im`
 * @param sign -1 forwards, 1 backwards (not divided by the length)
 */
export function transform(re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const length = re.length
  const { cos, sin, reversed } = tablesOf(length)
  for (let i = 0; i < length; i++) {
    const j = reversed[i]!
    if (j <= i) continue
    const r = re[i]!
    re[i] = re[j]!
    re[j] = r
    const m = im[i]!
    im[i] = im[j]!
    im[j] = m
  }
  for (let size = 2; size <= length; size <<= 1) {
    const half = size >> 1
    const step = length / size
    for (let start = 0; start < length; start += size) {
      for (let k = 0; k < half; k++) {
        const wr = cos[k * step]!
        const wi = sign * sin[k * step]!
        const a = start + k
        const b = a + half
        const xr = re[b]! * wr - im[b]! * wi
        const xi = re[b]! * wi + im[b]! * wr
        re[b] = re[a]! - xr
        im[b] = im[a]! - xi
        re[a] = re[a]! + xr
        im[a] = im[a]! + xi
      }
    }
  }
}
