import { m } from '@eupnea/texts'
import styles from './search.module.css'
import type { SearchEntry, SearchGroup } from './search-entry.ts'

/** @param id of the dialog */
export const optionId = (id: string, { key }: SearchEntry): string => `${id}-${key.replaceAll(/\s/g, '_')}`

interface SearchResultsProps {
  /** of the dialog */
  readonly id: string
  readonly groups: readonly SearchGroup[]
  readonly active: SearchEntry | undefined
  readonly isSettled: boolean
  /** gets the key of the entry under the pointer */
  readonly onPoint: (key: string) => void
}

export function SearchResults({ id, groups, active, isSettled, onPoint }: SearchResultsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={m.search_results()}
      className={styles.searchResults}
      aria-busy={!isSettled}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a listbox
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
          <p id={`${id}-${group.key}`} className={styles.searchGroup}>
            {group.label}
          </p>
          {group.entries.map((entry) => (
            <Option
              key={entry.key}
              id={optionId(id, entry)}
              entry={entry}
              isActive={entry === active}
              onPoint={() => onPoint(entry.key)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: SearchEntry
  readonly isActive: boolean
  readonly onPoint: () => void
}

/** Has no focus of its own: the field keeps it, and its keys choose. */
function Option({ id, entry: { label, detail, Icon, open }, isActive, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose and open it
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.searchOption}
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={open}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={styles.searchLabel}>{label}</span>
      {detail && <span className={styles.searchDetail}>{detail}</span>}
    </div>
  )
}
