/** Least width and height of a wall card, pixels: its number stays readable from four metres. */
const leastWidth = 240
const leastHeight = 112
/** Card width where the page scrolls anyway, pixels. */
const roomyWidth = 290
/** Top bar and footer of the wall display, pixels. */
const chrome = 130

export interface WallColumns {
  readonly columns: number
  /** all cards fit in the window; otherwise the page scrolls */
  readonly isFitting: boolean
}

/** The columns with which all cards fit without scrolling, as wide as sensible; otherwise wide ones. */
export function columnsFor(count: number, width: number, height: number): WallColumns {
  const most = Math.max(1, Math.floor(width / leastWidth))
  const rows = Math.max(1, Math.floor((height - chrome) / leastHeight))
  for (let columns = 1; columns <= most; columns++) {
    const needed = Math.ceil(count / columns)
    // Wide enough not to become a list on a big screen, unless only narrower columns fit.
    const isSensible = width / columns < 2.4 * ((height - chrome) / needed) || columns === most
    if (needed <= rows && isSensible) return { columns, isFitting: true }
  }
  return { columns: Math.max(1, Math.floor(width / roomyWidth)), isFitting: false }
}
