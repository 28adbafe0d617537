import { medicalGroupFields } from '@eupnea/contract/medical-groups.fields.ts'
import { m } from '@eupnea/texts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { FormPart } from '../shared/form/form-part.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import type { useFormValues } from '../shared/form/use-form-values.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import { type GroupStatus, type GroupValues, statusText } from './group-values.ts'
import '../shared/form/form.css'
import './medical-groups.css'

interface GroupFormProps {
  readonly form: ReturnType<typeof useFormValues<GroupValues>>
  /** clinics that the group has already */
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly status: GroupStatus
  readonly refusal: Error | null
  readonly act: string
  readonly onSubmit: () => void
  /** above the fields */
  readonly children?: ReactNode
}

/** The fields of a medical group, with how far saving is (MG-1, MG-2). */
export function GroupForm({ form, known, status, refusal, act, onSubmit, children }: GroupFormProps) {
  const { values, faults, formRef, change } = form
  function submit(event: FormEvent) {
    event.preventDefault()
    if (status !== 'loading') onSubmit()
  }
  return (
    <form ref={formRef} className="form" onSubmit={submit} noValidate>
      {children}
      <FormPart title={m.medical_group_form_title()}>
        <TextInput
          className="form-whole"
          label={medicalGroupFields.name.label()}
          required
          name="name"
          autoComplete="off"
          maxLength={medicalGroupFields.name.max}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={faults.name}
        />
        <Textarea
          className="form-whole"
          label={medicalGroupFields.description.label()}
          name="description"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={medicalGroupFields.description.max}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={faults.description}
        />
        <ClinicsChoice
          value={values.clinic_ids}
          onChange={(clinic_ids) => change({ clinic_ids })}
          known={known}
          fault={faults.clinic_ids}
        />
      </FormPart>
      {refusal && <Refusal error={refusal} />}
      <div className="form-acts">
        <span className="group-status" role="status" data-status={status}>
          {statusText(status)}
        </span>
        <Button component={Link} to="/group/manage" variant="default">
          {m.common_cancel()}
        </Button>
        <Button type="submit" loading={status === 'loading'}>
          {act}
        </Button>
      </div>
    </form>
  )
}
