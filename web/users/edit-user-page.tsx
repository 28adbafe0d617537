import type { Session } from '@eupnea/contract/sessions.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { userFormFields, userRules } from '@eupnea/contract/users.fields.ts'
import { readUser, type User, updateUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, isRefused, send, useCall, useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { useSession } from '../shared/session.ts'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { NoSuchUser } from './no-such-user.tsx'
import { isOwn, mayGrant } from './user-acts.ts'
import { userAnswers } from './user-answers.ts'
import { UserForm } from './user-form.tsx'
import { recordOf } from './user-record.ts'

/** Changes a user; only what was changed is sent (US-1, US-5). */
export function EditUserPage() {
  const { slug = '' } = useParams({ strict: false })
  const session = useSession()
  const { data: user, error, refetch } = useCall(readUser, { user_id: slug })
  if (!session) return null
  // A form that is filled in stays, even when its user is gone: sending it says so.
  if (user) return <EditUser key={user.id} user={user} session={session} />
  if (error instanceof ApiError && error.status === 404) return <NoSuchUser />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label={m.user_loading()} />
}

function EditUser({ user, session }: { readonly user: User; readonly session: Session }) {
  const navigate = useNavigate()
  /** what the form started from */
  const [kept, setKept] = useState(() => recordOf(user))
  /** the clinics that the person knows to be there */
  const [seen, setSeen] = useState(user.clinic_ids)
  const form = useRecordForm(userFormFields, userRules, kept, null, `user ${user.id}`)
  const { changes, isChanged } = form
  const update = useSend(updateUser, {
    invalidates: userAnswers,
    onSuccess: () => {
      sayDone({ title: m.common_success_title(), message: m.user_update_done() })
      return leave(toProfile)
    },
    onError: async (error) => {
      form.refuse(error)
      if (!isRefused(error, 'user_clinics_changed')) return
      // Saving again replaces the other person's change knowingly.
      setSeen((await send(readUser, { user_id: user.id })).clinic_ids)
      await fetchAgain(userAnswers)
    },
  })
  const title = m.user_edit_title({ user: userName(user) })
  const { question, leave } = useLeaveQuestion(isChanged, update.isPending, title)
  const toProfile = () => navigate({ to: '/users/profile/$slug', params: { slug: user.id }, replace: true })
  const isOld = !update.isPending && !update.isSuccess && form.changedIn(recordOf(user)).length > 0

  function submit() {
    // The clinics as they were seen, so that nobody's change of them is overwritten unseen.
    const was = changes.clinic_ids && { clinic_ids: [...seen] }
    if (isChanged) update.mutate({ user_id: user.id, ...changes, was })
    else void toProfile()
  }

  function startAnew() {
    setKept(recordOf(user))
    setSeen(user.clinic_ids)
    form.startAnew(recordOf(user))
  }

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{title}</h1>
      </div>
      <UserForm
        form={form}
        user={user}
        isOwn={isOwn(user, session)}
        session={session}
        mayGrant={mayGrant(session)}
        act={m.user_save()}
        isPending={update.isPending}
        onSubmit={submit}
        cancel={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/users/profile/$slug" params={{ slug: user.id }} />}
          >
            {m.common_cancel()}
          </Button>
        }
        notice={
          isOld && (
            <Stale act={m.user_latest()} onAct={startAnew}>
              {m.user_edited_meanwhile()}
            </Stale>
          )
        }
      />
      {question}
    </div>
  )
}
