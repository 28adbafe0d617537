import type { medicalGroupFields } from '@eupnea/contract/medical-groups.fields.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { linesOf } from '../shared/form/lines.ts'
import { RecordForm } from '../shared/form/record-form.tsx'
import { ClinicsChoice } from './clinics-choice.tsx'
import { type GroupStatus, statusText } from './group-status.ts'
import styles from './medical-groups.module.css'

interface GroupFormProps
  extends Pick<ComponentProps<typeof RecordForm<typeof medicalGroupFields>>, 'form' | 'act' | 'notice' | 'onSubmit'> {
  /** clinics that the group has already */
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly status: GroupStatus
}

/** The fields of a medical group, with how far saving is (MG-1, MG-2). */
export function GroupForm({ known, status, ...props }: GroupFormProps) {
  return (
    <RecordForm
      {...props}
      isPending={status === 'loading'}
      controls={{
        clinic_ids: ({ value, fault, onChange }) => (
          <ClinicsChoice
            value={value.map(({ text }) => text)}
            onChange={(ids) => onChange(linesOf(ids))}
            known={known}
            fault={fault}
          />
        ),
      }}
      status={
        <span className={styles.groupStatus} role="status" data-status={status}>
          {statusText(status)}
        </span>
      }
      cancel={
        <Button component={Link} to="/group/manage" variant="default">
          {m.common_cancel()}
        </Button>
      }
    />
  )
}
