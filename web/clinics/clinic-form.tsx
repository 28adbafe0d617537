import type { Fields } from '@eupnea/contract/field-kinds.ts'
import { m } from '@eupnea/texts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecordForm } from '../shared/form/record-form.tsx'
import type { RecordFormState } from '../shared/form/use-record-form.ts'
import { Stale } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'

interface ClinicFormProps<F extends Fields> {
  readonly form: RecordFormState<F>
  readonly title: string
  readonly slug: string
  readonly isPending: boolean
  /** the record is another than the form started from */
  readonly isOld: boolean
  readonly onSubmit: () => void
  readonly onStartAnew: () => void
  readonly children?: ReactNode
}

/** A form that changes a clinic, with what changed meanwhile above it. */
export function ClinicForm<F extends Fields>({ title, slug, isOld, onStartAnew, ...props }: ClinicFormProps<F>) {
  const navigate = useNavigate()
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{title}</h1>
      </div>
      <RecordForm
        {...props}
        act={m.common_save()}
        onCancel={() => void navigate({ to: '/facility/profile/$slug', params: { slug } })}
        notice={
          isOld && (
            <Stale act={m.clinic_latest()} onAct={onStartAnew}>
              {m.clinic_edited_meanwhile()}
            </Stale>
          )
        }
      />
    </div>
  )
}
