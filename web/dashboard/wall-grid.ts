/** Least width and height of a wall card, pixels: its number stays readable from four metres. */
const leastWidth = 240
const leastHeight = 112
/** Card size where there are pages anyway, pixels. */
const roomyWidth = 290
const roomyHeight = 140
/** Space around all cards, pixels. */
const edges = 24

export interface WallGrid {
  readonly columns: number
  /** all cards fit in the window; otherwise pages of `columns` × `rows` turn (DI-2) */
  readonly isFitting: boolean
  readonly rows: number
}

/** A screen with more pixels is no larger: all is drawn as on one of 1920 × 1080, whichever way up. */
export const wallScaleFor = (width: number, height: number): number =>
  Math.max(1, Math.min(Math.max(width, height) / 1920, Math.min(width, height) / 1080))

/** The grid with which all cards fit between bar and footer, as wide as sensible; otherwise that of a page. */
export function wallGridFor(count: number, width: number, height: number): WallGrid {
  const most = Math.max(1, Math.floor(width / leastWidth))
  const rows = Math.max(1, Math.floor((height - edges) / leastHeight))
  for (let columns = 1; columns <= most; columns++) {
    const needed = Math.ceil(count / columns)
    // Wide enough not to become a list on a big screen, unless only narrower columns fit.
    const isSensible = width / columns < 2.4 * ((height - edges) / needed) || columns === most
    if (needed <= rows && isSensible) return { columns, rows: needed, isFitting: true }
  }
  return {
    columns: Math.max(1, Math.floor(width / roomyWidth)),
    // Two at least: one for those who are pinned, one that turns.
    rows: Math.max(2, Math.floor((height - edges) / roomyHeight)),
    isFitting: false,
  }
}
