import { userName } from '@eupnea/contract/user-name.ts'
import { fitsClinics, isOfOneClinic } from '@eupnea/contract/users.fields.ts'
import { readUserClinics, setUserClinics, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useRef, useState } from 'react'
import { ApiError, isRefused, send, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import formStyles from '../shared/form/form.module.css'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { fetchAgain } from '../shared/query.ts'
import { sayWhile } from '../shared/say-done.tsx'
import { ClinicField } from './clinic-field.tsx'
import { userAnswers } from './user-answers.ts'

interface SetUserClinicsProps {
  readonly user: User
  readonly onClose: () => void
}

/** Replaces the clinics that a user may see (US-3, US-7). */
export function SetUserClinics({ user, onClose }: SetUserClinicsProps) {
  const [ids, setIds] = useState<string[]>(user.clinic_ids)
  /** what the person knows to be there */
  const [seen, setSeen] = useState(user.clinic_ids)
  const [fault, setFault] = useState<{ clinic_ids: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, fault)
  const change = useSend(setUserClinics, {
    invalidates: userAnswers,
    onClose,
    onError: async (error) => {
      if (!isRefused(error, 'user_clinics_changed')) return
      // Saving again replaces the other person's change knowingly.
      setSeen((await send(readUserClinics, { user_id: user.id })).clinic_ids)
      await fetchAgain(userAnswers)
    },
  })
  const isOne = isOfOneClinic(user.user_type)
  const isAtField = change.error instanceof ApiError && change.error.field === 'clinic_ids'

  async function submit() {
    if (!fitsClinics(user.user_type, ids.length)) return setFault({ clinic_ids: m.user_clinics_exactly_one() })
    setFault(null)
    const work = change.mutateAsync({ user_id: user.id, clinic_ids: ids, was: { clinic_ids: seen } })
    await sayWhile(m.user_clinics_title(), work, m.user_clinic_access_done())
  }

  return (
    <FormDialog
      title={m.user_clinics_edit_title({ user: userName(user) })}
      act={m.user_clinics_save()}
      error={isAtField ? null : change.error}
      isPending={change.isPending}
      onAct={() => void submit()}
      onClose={onClose}
    >
      <div ref={fields}>
        <ClinicField
          label={isOne ? m.user_clinic_label() : m.user_clinics_label()}
          description={m.user_clinics_help()}
          isOne={isOne}
          value={ids}
          known={user.clinic_list}
          onChange={(next) => {
            setIds(next)
            setFault(null)
          }}
          error={fault?.clinic_ids ?? (isAtField ? change.error?.message : undefined)}
          autoFocus
        />
      </div>
      {change.isPending && <p className={formStyles.formNote}>{m.common_please_wait()}</p>}
    </FormDialog>
  )
}
