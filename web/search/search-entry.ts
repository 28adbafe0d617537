import type { Icon } from '../shared/icons.tsx'

/** A line of the search's results, wherever it is from. */
export interface SearchEntry {
  readonly key: string
  readonly label: string
  /** what tells it from others of the name */
  readonly detail?: string
  readonly Icon: Icon
  readonly open: () => void
}

export interface SearchGroup {
  readonly key: string
  readonly label: string
  readonly entries: readonly SearchEntry[]
}
