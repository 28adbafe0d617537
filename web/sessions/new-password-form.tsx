import { completeNewPassword, type SignInAnswer } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { faultsOf, type PasswordFaults } from './new-password.ts'
import { PasswordFields } from './password-fields.tsx'

interface NewPasswordFormProps {
  readonly challenge: string
  /** unknown after following an invitation link */
  readonly email: string | undefined
  /** shown at the top while nothing has gone wrong */
  readonly warning: Warning
  onAnswer(answer: SignInAnswer, password: string): void
  onBack(warning?: Warning): void
}

/** The challenge is used up or has expired: start again. */
const tooLate = (): Warning => ({
  title: m.session_new_password_title(),
  message: m.session_new_password_late(),
})

/** The password required by a first sign-in or an invitation (ID-2). */
export function NewPasswordForm({ challenge, email, warning: first, onAnswer, onBack }: NewPasswordFormProps) {
  const fields = { password: useRef<HTMLInputElement>(null), repeated: useRef<HTMLInputElement>(null) }
  const [value, setValue] = useState({ password: '', repeated: '' })
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [warning, setWarning] = useState(first)
  const completion = useSend(completeNewPassword)

  function refuse(found: PasswordFaults) {
    setFaults(found)
    if (found.password) fields.password.current?.focus()
    else if (found.repeated) fields.repeated.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsOf(value)
    refuse(found)
    if (found.password || found.repeated) return
    try {
      onAnswer(await completion.mutateAsync({ challenge, password: value.password }), value.password)
    } catch (error) {
      if (error instanceof ApiError && error.field === 'password') return refuse({ password: error.message })
      if (error instanceof ApiError && (error.status === 401 || error.field === 'challenge')) return onBack(tooLate())
      setWarning(describeError(error))
    }
  }

  return (
    <LoginFrame
      title={m.session_choose_password_title()}
      intro={email && m.session_for({ email })}
      links={
        <button type="button" className="login-link" onClick={() => onBack()}>
          {m.session_back()}
        </button>
      }
    >
      <form onSubmit={submit} noValidate>
        <LoginWarning {...warning} />
        {email && <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />}
        <PasswordFields value={value} faults={faults} fields={fields} isFirst onChange={setValue} />
        <Button type="submit" fullWidth loading={completion.isPending}>
          {m.session_password_save()}
        </Button>
      </form>
    </LoginFrame>
  )
}
