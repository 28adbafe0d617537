import { useEffect, useRef } from 'react'
import { describeError } from '../api-error.ts'
import { IconAlertTriangle } from '../icons.tsx'
import styles from './form.module.css'

interface RefusalProps {
  readonly error: unknown
  /** a warning rather than an error (specification section 8) */
  readonly isWarning?: boolean | undefined
}

/** Why the portal refused, above the buttons of a form or dialog. */
export function Refusal({ error, isWarning }: RefusalProps) {
  const { title, message } = describeError(error)
  const block = useRef<HTMLDivElement>(null)
  // In a long form it would be below what can be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is looked at
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a function that ends the effect.
    void block.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={block} className={styles.refusal} data-warning={isWarning} role="alert">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{message}</p>
      </div>
    </div>
  )
}
