import { type Fields, writeValue } from '@eupnea/contract/field-kinds.ts'
import type { ReactNode } from 'react'
import { dayText } from '../time.ts'
import './details.css'

interface DetailsProps<F extends Fields> {
  readonly fields: F
  readonly record: { readonly [K in keyof F]?: unknown }
  /** more facts, as `<div><dt/><dd/></div>` */
  readonly children?: ReactNode
}

/** A read-only record: each field with its label. */
export function Details<F extends Fields>({ fields, record, children }: DetailsProps<F>) {
  return (
    <dl className="details">
      {Object.entries(fields)
        .filter(([, { label, isInHeading }]) => label && !isInHeading)
        .map(([name, field]) => (
          <div key={name}>
            <dt>{field.label?.()}</dt>
            <dd>{writeValue(field, record[name], dayText) || '–'}</dd>
          </div>
        ))}
      {children}
    </dl>
  )
}
