import type { ReactNode } from 'react'
import styles from './form.module.css'

/** A group of fields under a heading. */
export function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.formPart}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
