import type { ReactNode } from 'react'
import styles from './caution.module.css'
import { IconAlertTriangle } from './icons.tsx'

/** What to know before going on. */
export function Caution({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.caution} role="status">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
