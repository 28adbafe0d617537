import { assignClinicToUsers } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useRef, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import formStyles from '../shared/form/form.module.css'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayWhile } from '../shared/say-done.tsx'
import { chosenText } from '../shared/table/chosen-text.ts'
import type { Chosen } from '../shared/table/table-features.ts'
import { ClinicField } from './clinic-field.tsx'
import { userAnswers } from './user-answers.ts'

interface AssignClinicToUsersProps {
  readonly chosen: Chosen
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Gives many users access to one clinic (US-3, US-7). */
export function AssignClinicToUsers({ chosen, onClose, onDone }: AssignClinicToUsersProps) {
  const [clinicId, setClinicId] = useState<string | null>(null)
  const [fault, setFault] = useState<{ clinic_id: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, fault)
  const assignment = useSend(assignClinicToUsers, { invalidates: userAnswers, onClose })
  const userIds = Object.keys(chosen)
  const count = userIds.length

  async function submit() {
    if (!clinicId) return setFault({ clinic_id: m.user_clinic_required() })
    const work = assignment.mutateAsync({ clinic_id: clinicId, user_ids: userIds })
    if (await sayWhile(m.user_assign_progress({ count }), work, m.user_clinics_assign_done())) onDone()
  }

  return (
    <FormDialog
      title={m.user_assign_title({ count })}
      act={m.user_assign()}
      error={assignment.error}
      isPending={assignment.isPending}
      onAct={() => void submit()}
      onClose={onClose}
    >
      <p>{chosenText(chosen)}</p>
      <div ref={fields}>
        <ClinicField
          label={m.user_clinic_label()}
          description={m.user_assign_help()}
          isOne
          value={clinicId ? [clinicId] : []}
          onChange={([id = null]) => {
            setClinicId(id)
            setFault(null)
          }}
          error={fault?.clinic_id}
          autoFocus
        />
      </div>
      {assignment.isPending && <p className={formStyles.formNote}>{m.common_please_wait()}</p>}
    </FormDialog>
  )
}
