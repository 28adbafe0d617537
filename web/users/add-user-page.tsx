import { listMessages } from '@eupnea/contract/outbox.ts'
import { createUser, listUsers, listUsersOfType } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { sayDone } from '../shared/say-done.tsx'
import { useSession } from '../shared/session.ts'
import { homeCountry } from './calling-codes.ts'
import { mayGrant } from './user-acts.ts'
import { UserFields } from './user-form.tsx'
import { newUserOf, noValues, userRules } from './user-values.ts'
import '../shared/table/admin-page.css'
import './users.css'

const rules = userRules()

/** A new user (US-1, US-4). */
export function AddUserPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [initial] = useState(() => ({ ...noValues, country: homeCountry(navigator.languages) }))
  const { values, faults, formRef, change, check, refuse } = useFormValues(initial, rules)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { question, leave } = useLeaveQuestion(JSON.stringify(values) !== JSON.stringify(initial))
  const creation = useSend(createUser, {
    invalidates: [listUsers, listUsersOfType, listMessages],
    onSuccess: (user) => {
      sayDone({ title: m.common_success_title(), message: m.user_create_done() })
      return leave(() => navigate({ to: '/users/profile/$slug', params: { slug: user.id }, replace: true }))
    },
    onError: (error) => {
      if (!refuse(error)) setRefusal(error)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    if (!creation.isPending && check()) creation.mutate(newUserOf(values))
  }

  if (!session) return null
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{m.user_add()}</h1>
      </div>
      <form ref={formRef} className="form" onSubmit={submit} noValidate>
        <UserFields values={values} faults={faults} onChange={change} mayGrant={mayGrant(session)} />
        {refusal && <Refusal error={refusal} />}
        <div className="form-acts">
          <Button component={Link} to="/users/manage" variant="default">
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {values.password ? m.user_create() : m.user_create_invite()}
          </Button>
        </div>
      </form>
      {question}
    </div>
  )
}
