import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './form.module.css'

interface FormPartProps {
  readonly title: string
  /** of the body's one field, which is no input */
  readonly field?: string
  /** of the body */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A group of fields under a heading. */
export function FormPart({ title, field, className, children }: FormPartProps) {
  return (
    <fieldset className={styles.formPart} data-field={field}>
      <legend>{title}</legend>
      <div className={clsx(styles.formFields, className)}>{children}</div>
    </fieldset>
  )
}
