import type { CSSProperties, ReactNode } from 'react'
import styles from './counts.module.css'
import { wholeText } from './time.ts'

interface CountsProps {
  readonly label: string
  /** the note follows its count */
  readonly counts: readonly (readonly [name: string, count: number | undefined, note?: ReactNode])[]
}

/** Whole numbers side by side, each below its name; a dash until they are known. */
export const Counts = ({ label, counts }: CountsProps) => (
  <dl className={styles.counts} style={{ '--counts': counts.length } as CSSProperties} aria-label={label}>
    {counts.map(([name, count, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="tabular">
          {wholeText(count ?? null)} {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
