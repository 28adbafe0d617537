import { assignClinicToUsers } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useRef, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayWhile } from '../shared/say-done.tsx'
import { ClinicField } from './clinic-field.tsx'
import { userAnswers } from './user-answers.ts'

interface AssignClinicToUsersProps {
  readonly userIds: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Gives many users access to one clinic (US-3, US-7). */
export function AssignClinicToUsers({ userIds, onClose, onDone }: AssignClinicToUsersProps) {
  const [clinicId, setClinicId] = useState<string | null>(null)
  const [fault, setFault] = useState<{ clinic_id: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, fault)
  const assignment = useSend(assignClinicToUsers, { invalidates: userAnswers })
  const count = userIds.length === 1 ? '1 user' : `${userIds.length} users`

  async function submit() {
    if (!clinicId) return setFault({ clinic_id: 'Choose a facility' })
    const work = assignment.mutateAsync({ clinic_id: clinicId, user_ids: [...userIds] })
    if (!(await sayWhile(`Facility for ${count}`, work, m.user_clinics_assign_done()))) return
    onClose()
    onDone()
  }

  return (
    <FormDialog
      title={`Assign a facility to ${count}`}
      act="Assign"
      error={assignment.error}
      isPending={assignment.isPending}
      onAct={() => void submit()}
      onClose={onClose}
    >
      <div ref={fields}>
        <ClinicField
          label="Facility"
          description="Added to the facilities that they may see already."
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
      {assignment.isPending && <p className="form-note">{m.common_please_wait()}</p>}
    </FormDialog>
  )
}
