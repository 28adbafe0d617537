import type { ComponentProps } from 'react'
import { SearchBox } from '../search-box.tsx'
import styles from './table-tools.module.css'

/** The search field of a list. */
export const SearchField = (props: Omit<ComponentProps<typeof SearchBox>, 'className'>) => (
  <SearchBox className={styles.tableSearch} {...props} />
)
