import type { Fields as FieldsOf } from '@eupnea/contract/field-kinds.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Choices, type Controls, Fields } from './fields.tsx'
import styles from './form.module.css'
import { Refusal } from './refusal.tsx'
import type { RecordFormState } from './use-record-form.ts'

interface RecordFormProps<F extends FieldsOf> {
  readonly form: RecordFormState<F>
  readonly choices?: Choices<F>
  readonly controls?: Controls<F>
  /** the button that saves */
  readonly act: string
  readonly isPending: boolean
  /** called if no rule is broken */
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  /** in place of the button that cancels: the link that leads away */
  readonly cancel?: ReactNode
  readonly className?: string
  /** above the fields */
  readonly notice?: ReactNode
  /** what belongs to the record besides its fields, such as a file */
  readonly children?: ReactNode
  /** beside the buttons: how far saving is */
  readonly status?: ReactNode
}

/** A record's form: its fields, why it was refused, and two buttons. */
export function RecordForm<F extends FieldsOf>({ form, choices, onSubmit, onCancel, ...props }: RecordFormProps<F>) {
  return (
    <form
      ref={form.formRef}
      className={clsx(styles.form, props.className)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!props.isPending && form.check()) onSubmit()
      }}
    >
      {props.notice}
      <Fields
        fields={form.fields}
        values={form.values}
        faults={form.faults}
        onChange={form.change}
        choices={choices}
        controls={props.controls}
      />
      {props.children}
      {form.refusal !== null && <Refusal error={form.refusal} />}
      <div className={styles.formActs}>
        {props.status}
        {props.cancel ?? (
          <Button variant="default" onClick={onCancel}>
            {m.common_cancel()}
          </Button>
        )}
        <Button type="submit" loading={props.isPending}>
          {props.act}
        </Button>
      </div>
    </form>
  )
}
