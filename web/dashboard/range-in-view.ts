/** Cards this close to the window are kept up to date, so that scrolling never shows old values, pixels. */
const margin = 160

/**
 * Children of an even grid that are in or near the window.
 * @param top of the first child relative to the window; pitch from row to row, pixels
 * @returns first, and the one after the last
 */
export function rangeInView(top: number, pitch: number, columns: number, height: number): [number, number] {
  const firstRow = Math.max(0, Math.floor((-top - margin) / pitch))
  const endRow = Math.max(0, Math.ceil((height + margin - top) / pitch))
  return [firstRow * columns, endRow * columns]
}
