import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { Refusal } from '../shared/form/refusal.tsx'
import { Stale } from '../shared/states.tsx'
import '../shared/form/form.css'
import '../shared/table/admin-page.css'

interface ClinicFormProps {
  readonly title: string
  readonly slug: string
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly isPending: boolean
  /** the record is another than the form started from */
  readonly isOld: boolean
  readonly refusal: Error | null
  readonly onSubmit: () => void
  readonly onStartAnew: () => void
  readonly children: ReactNode
}

/** A form that changes a clinic: what changed meanwhile above it, refusal and buttons below. */
export function ClinicForm(props: ClinicFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!props.isPending) props.onSubmit()
  }
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{props.title}</h1>
      </div>
      <form ref={props.formRef} className="form" onSubmit={submit} noValidate>
        {props.isOld && (
          <Stale
            action={
              <Button size="compact-sm" variant="default" onClick={props.onStartAnew}>
                {m.clinic_latest()}
              </Button>
            }
          >
            {m.clinic_edited_meanwhile()}
          </Stale>
        )}
        {props.children}
        {props.refusal && <Refusal error={props.refusal} />}
        <div className="form-acts">
          <Button
            variant="default"
            renderRoot={(rest) => <Link {...rest} to="/facility/profile/$slug" params={{ slug: props.slug }} />}
          >
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={props.isPending}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </div>
  )
}
