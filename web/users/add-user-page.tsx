import type { CallArguments } from '@eupnea/contract/call.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { userFormFields, userRules } from '@eupnea/contract/users.fields.ts'
import { createUser, listUsers, listUsersOfType } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAddressChoice } from '../shared/address-choice.ts'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { isClinicAdmin, useSession } from '../shared/session.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { mayGrant } from './user-acts.ts'
import { UserForm } from './user-form.tsx'

/** A new user (US-1, US-4). */
export function AddUserPage() {
  const session = useSession()
  const navigate = useNavigate()
  // Who administers one facility adds its people.
  const [only, another] = session && isClinicAdmin(session) ? session.admin_clinic_ids : []
  // So does who comes from a facility's checklist.
  const [{ clinic }] = useAddressChoice(['clinic'])
  const clinicId = only && !another ? only : clinic
  const start = clinicId ? { clinic_ids: [clinicId] } : null
  const form = useRecordForm(userFormFields, userRules, null, start, 'new user')
  const creation = useSend(createUser, {
    invalidates: [listUsers, listUsersOfType, listMessages],
    onSuccess: (user) => {
      sayDone({ title: m.common_success_title(), message: m.user_create_done() })
      return leave(() => navigate({ to: '/users/profile/$slug', params: { slug: user.id }, replace: true }))
    },
    onError: form.refuse,
  })
  const { question, leave } = useLeaveQuestion(form.isChanged, creation.isPending, m.user_add())

  if (!session) return null
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.user_add()}</h1>
      </div>
      <UserForm
        form={form}
        user={null}
        session={session}
        mayGrant={mayGrant(session)}
        act={form.values.password ? m.user_create() : m.user_create_invite()}
        isPending={creation.isPending}
        onSubmit={() => creation.mutate(form.changes as CallArguments<typeof createUser>)}
        cancel={
          <Button component={Link} to="/users/manage" variant="default">
            {m.common_cancel()}
          </Button>
        }
      />
      {question}
    </div>
  )
}
