import type { Session } from '@eupnea/contract/sessions.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { readUser, type User, updateUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { ApiError, isRefused, send, useCall, useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { useSession } from '../shared/session.ts'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import { NoSuchUser } from './no-such-user.tsx'
import { isOwn, mayGrant } from './user-acts.ts'
import { userAnswers } from './user-answers.ts'
import { UserFields } from './user-form.tsx'
import { changesOf, type UserValues, userRules, valuesOf, wasOf } from './user-values.ts'
import '../shared/table/admin-page.css'
import './users.css'

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
  const now = valuesOf(user)
  /** what the form started from */
  const [kept, setKept] = useState<UserValues>(now)
  /** the clinics that the person knows to be there */
  const [seen, setSeen] = useState(user.clinic_ids)
  const rules = useMemo(() => userRules(kept), [kept])
  const { values, faults, formRef, change, check, refuse, reset } = useFormValues(kept, rules)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const changes = changesOf(kept, values)
  const isChanged = Object.keys(changes).length > 0
  const { question, leave } = useLeaveQuestion(isChanged)
  const update = useSend(updateUser, {
    invalidates: userAnswers,
    onSuccess: () => {
      sayDone({ title: m.common_success_title(), message: m.user_update_done() })
      return leave(toProfile)
    },
    onError: async (error) => {
      if (!refuse(error)) setRefusal(error)
      if (!isRefused(error, 'user_clinics_changed')) return
      // Who saves again now knows of it.
      setSeen((await send(readUser, { user_id: user.id })).clinic_ids)
      await fetchAgain(userAnswers)
    },
  })
  const toProfile = () => navigate({ to: '/users/profile/$slug', params: { slug: user.id }, replace: true })
  const isOld = !update.isPending && !update.isSuccess && JSON.stringify(now) !== JSON.stringify(kept)

  function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    if (update.isPending || !check()) return
    if (isChanged) update.mutate({ user_id: user.id, ...changes, was: wasOf(seen, changes) })
    else void toProfile()
  }

  function startAnew() {
    setKept(now)
    setSeen(user.clinic_ids)
    reset(now)
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{m.user_edit_title({ user: userName(user) })}</h1>
      </div>
      <form ref={formRef} className="form" onSubmit={submit} noValidate>
        {isOld && (
          <Stale
            action={
              <Button size="compact-sm" variant="default" onClick={startAnew}>
                {m.user_latest()}
              </Button>
            }
          >
            {m.user_edited_meanwhile()}
          </Stale>
        )}
        <UserFields
          values={values}
          kept={kept}
          faults={faults}
          onChange={change}
          isOwn={isOwn(user, session)}
          mayGrant={mayGrant(session)}
          knownClinics={user.clinic_list}
        />
        {refusal && <Refusal error={refusal} />}
        <div className="form-acts">
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/users/profile/$slug" params={{ slug: user.id }} />}
          >
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {m.user_save()}
          </Button>
        </div>
      </form>
      {question}
    </div>
  )
}
