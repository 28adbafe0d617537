import { type Fields, writeValue } from '@eupnea/contract/field-kinds.ts'
import type { ReactNode } from 'react'
import tableStyles from '../table/table.module.css'
import { dayText, timeText } from '../time.ts'
import styles from './details.module.css'

interface DetailsProps<F extends Fields> {
  readonly fields: F
  readonly record: { readonly [K in keyof F]?: unknown }
  /** beside the value of a field */
  readonly notes?: { readonly [K in keyof F]?: string }
  /** further facts, as `<div><dt/><dd/></div>` */
  readonly children?: ReactNode
}

/** A record to read: each field with its label. */
export function Details<F extends Fields>({ fields, record, notes, children }: DetailsProps<F>) {
  return (
    <dl className={styles.details}>
      {Object.entries(fields)
        .filter(([, { kind, label, isInHeading }]) => label && !isInHeading && kind !== 'secret')
        .map(([name, field]) => {
          const text = writeValue(field, record[name], { dayText, timeText })
          return (
            <div key={name} data-empty={text === ''}>
              <dt>{field.label?.()}</dt>
              <dd>
                {text || '–'}
                {notes?.[name] && <span className={tableStyles.tableSub}> {notes[name]}</span>}
              </dd>
            </div>
          )
        })}
      {children}
    </dl>
  )
}
