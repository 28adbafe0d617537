/** Least width and height of a wall card, pixels: its number stays readable from four metres. */
const leastWidth = 240
const leastHeight = 112
/** Width of a card where the page scrolls anyway, pixels. */
const roomyWidth = 290
/** Top bar and footer of the wall display, pixels. */
const chrome = 130

export interface WallColumns {
  readonly columns: number
  /** all cards are in the window; otherwise the page scrolls */
  readonly isFitting: boolean
}

/** Columns with which all cards fit into the window without scrolling, as wide as sensible; roomy ones otherwise. */
export function columnsFor(count: number, width: number, height: number): WallColumns {
  const most = Math.max(1, Math.floor(width / leastWidth))
  const rows = Math.max(1, Math.floor((height - chrome) / leastHeight))
  for (let columns = 1; columns <= most; columns++) {
    const needed = Math.ceil(count / columns)
    // Wide enough not to become a list on a big screen, unless nothing narrower is left.
    const isSensible = width / columns < 2.4 * ((height - chrome) / needed) || columns === most
    if (needed <= rows && isSensible) return { columns, isFitting: true }
  }
  return { columns: Math.max(1, Math.floor(width / roomyWidth)), isFitting: false }
}
