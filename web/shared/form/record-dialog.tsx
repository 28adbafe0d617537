import type { Fields as FieldsOf } from '@eupnea/contract/field-kinds.ts'
import type { ComponentProps, ReactNode } from 'react'
import { Fields } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { RecordFormState } from './use-record-form.ts'

interface RecordDialogProps<F extends FieldsOf>
  extends Pick<ComponentProps<typeof Fields<F>>, 'choices' | 'disabled' | 'controls'>,
    Omit<ComponentProps<typeof FormDialog>, 'onAct' | 'formRef' | 'error' | 'children' | 'isChanged'> {
  readonly form: RecordFormState<F>
  /** called when no rule is broken */
  readonly onSubmit: () => void
  /** what happens, above the fields */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** A record to fill in, as a dialog. */
export function RecordDialog<F extends FieldsOf>({
  form,
  choices,
  disabled,
  controls,
  onSubmit,
  note,
  children,
  ...dialog
}: RecordDialogProps<F>) {
  return (
    <FormDialog
      {...dialog}
      formRef={form.formRef}
      error={form.refusal}
      isChanged={form.isChanged}
      onAct={() => form.check() && onSubmit()}
    >
      {note}
      <Fields
        fields={form.fields}
        values={form.values}
        faults={form.faults}
        onChange={form.change}
        choices={choices}
        disabled={disabled}
        controls={controls}
      />
      {children}
    </FormDialog>
  )
}
