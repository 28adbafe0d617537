import type { ReactNode } from 'react'
import './form.css'

/** A group of fields under a heading. */
export function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="form-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
