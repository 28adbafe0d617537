import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { browserZone } from './form/local-time.ts'
import styles from './panel.module.css'
import { StaleAnswer } from './stale-answer.tsx'
import { Failed, Loading, Quiet } from './states.tsx'

interface PanelProps {
  readonly title: string
  /** small print beside the title */
  readonly note?: ReactNode
  /** controls on the right */
  readonly aside?: ReactNode
  /** how much of the page's grid it takes: two columns, or all */
  readonly span?: 'wide' | 'whole'
  /**
   * how it is on paper: half as wide, or going on on the next sheet; paper does without what another block says, or for
   * another reader
   */
  readonly paper?: 'half' | 'split' | 'none'
  readonly className?: string
  readonly children: ReactNode
}

/** One block of a page, named by its heading. */
export function Panel({ title, note, aside, span, paper, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={clsx(styles.panel, className)} data-span={span} data-paper={paper} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.panelNote}>{note}</span>}
        {aside && <div className={styles.panelAside}>{aside}</div>}
      </header>
      <div className={styles.panelBody}>{children}</div>
    </section>
  )
}

interface AnswerProps<T> {
  readonly query: Pick<UseQueryResult<T, Error>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** label while loading: `Loading last two hours` */
  readonly label: string
  /** CSS pixels of what comes, needed where something below would move */
  readonly height?: number
  readonly isEmpty?: (data: T) => boolean
  /** in place of `children` */
  readonly empty?: ReactNode
  /** of the clinic; without one, of the browser */
  readonly zone?: string
  /** names the list that stays empty without a message after a failure (ER-2); otherwise the failure is shown */
  readonly quiet?: string
  readonly children: (data: T) => ReactNode
}

/** A query's four states: failed, loading, empty, and there, with its age above it if needed. */
export function Answer<T>(props: AnswerProps<T>) {
  const { query, label, height, isEmpty, empty, zone = browserZone(), quiet, children } = props
  const { data, error, refetch } = query
  const retry = () => void refetch()
  if (data === undefined) {
    if (!error) return <Loading label={label} height={height} />
    return quiet ? <Quiet label={quiet} retry={retry} /> : <Failed error={error} retry={retry} />
  }
  return (
    <>
      <StaleAnswer query={query} zone={zone} />
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}
