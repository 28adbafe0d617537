import { forgotPassword } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { sayDone } from '../shared/say-done.tsx'
import styles from './login-frame.module.css'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

type Step = 'initial' | 'codeSent' | 'passwordChanged'

const backToSignIn = () => (
  <Link to="/user/login" className={styles.loginLink}>
    {m.session_back()}
  </Link>
)

/** A forgotten password: initial → codeSent → passwordChanged (ID-4). */
export function ForgotPasswordPage() {
  const [step, setStep] = useState<Step>('initial')
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState<Warning | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const request = useSend(forgotPassword)

  async function send() {
    setWarning(null)
    try {
      await request.mutateAsync({ email: email.trim() })
      sayDone(m.session_recovery_code_done())
      setStep('codeSent')
    } catch (error) {
      if (error instanceof ApiError && error.field === 'email') setFault(error.message)
      else setWarning(describeError(error))
      field.current?.focus()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = email.trim() ? undefined : m.session_email_required()
    setFault(found)
    if (found) return field.current?.focus()
    void send()
  }

  if (step === 'passwordChanged')
    return (
      <LoginFrame title={m.session_password_change_done()}>
        <div className={styles.loginDone}>
          <p role="status">{m.session_password_changed_help()}</p>
          <Button component={Link} to="/user/login" fullWidth data-autofocus>
            {m.session_go_to_sign_in()}
          </Button>
        </div>
      </LoginFrame>
    )

  if (step === 'codeSent')
    return (
      <ResetPasswordForm
        email={email.trim()}
        isSending={request.isPending}
        sendingWarning={warning}
        onSendAgain={() => void send()}
        onChanged={() => setStep('passwordChanged')}
        onOtherEmail={() => setStep('initial')}
      />
    )

  return (
    <LoginFrame title={m.session_forgot_title()} intro={m.session_forgot_help()} links={backToSignIn()}>
      <form onSubmit={submit} noValidate>
        {warning && <LoginWarning {...warning} />}
        <TextInput
          ref={field}
          label={m.session_email_label()}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fault}
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          {m.session_code_send()}
        </Button>
      </form>
    </LoginFrame>
  )
}
