import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeError } from './api-error.ts'
import { IconAlertTriangle, IconClockExclamation, IconInbox } from './icons.tsx'
import { LinesSkeleton, type LinesSkeletonProps } from './skeletons.tsx'
import styles from './states.module.css'

/** The four designed states of every list: a sentence and the next step. */

interface StateProps {
  readonly title: string
  readonly children?: ReactNode
  /** the next step: a button or a link */
  readonly action?: ReactNode
}

export function Empty({ title, children, action }: StateProps) {
  return (
    <div className={styles.state}>
      <IconInbox size={32} stroke={1.4} aria-hidden />
      <p className={styles.stateTitle}>{title}</p>
      {children && <p className={styles.stateText}>{children}</p>}
      {action}
    </div>
  )
}

interface NoneFoundProps {
  readonly title: string
  /** what can be changed: `Change the filters.` */
  readonly children: ReactNode
  /** on the button: `Show all rooms` */
  readonly all: string
  readonly onAll: () => void
}

/** A list that is empty because of its filters. */
export const NoneFound = ({ title, children, all, onAll }: NoneFoundProps) => (
  <Empty
    title={title}
    action={
      <Button variant="default" onClick={onAll}>
        {all}
      </Button>
    }
  >
    {children}
  </Empty>
)

export const Loading = ({ label = m.common_loading(), height }: Partial<LinesSkeletonProps>) => (
  <LinesSkeleton label={label} height={height} />
)

interface StaleProps {
  readonly children: ReactNode
  /** on the button of the next step */
  readonly act?: string
  readonly onAct?: () => void
}

/** Shown above old values: since when, and what happens next. */
export function Stale({ children, act, onAct }: StaleProps) {
  return (
    <div className={styles.stale} role="status">
      <IconClockExclamation size={18} stroke={1.6} aria-hidden />
      <p>{children}</p>
      {act && (
        <Button size="compact-sm" variant="default" onClick={onAct}>
          {act}
        </Button>
      )}
    </div>
  )
}

/**
 * What couldn't be fetched, where a failure shows an empty list without a message (ER-2): neither an error nor a claim
 * that there is nothing, just a way to try again. @param label the list: `Residents`
 */
export function Quiet({ label, retry }: { readonly label: string; readonly retry: () => void }) {
  return (
    <section className={styles.state} aria-label={label}>
      <span className={styles.stateQuietRows} aria-hidden />
      <Button variant="default" onClick={retry}>
        {m.common_try_again()}
      </Button>
    </section>
  )
}

export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { title, message } = describeError(error)
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={32} stroke={1.4} aria-hidden />
      <p className={styles.stateTitle}>{title}</p>
      <p className={styles.stateText}>{message}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {m.common_try_again()}
        </Button>
      )}
    </div>
  )
}
