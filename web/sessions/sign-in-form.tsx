import { type SignInAnswer, signIn } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { DirectorySignIn } from './directory-sign-in.tsx'
import styles from './login-frame.module.css'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import { WayLink } from './way.tsx'

export interface Credentials {
  readonly email: string
  readonly password: string
}

interface SignInFormProps {
  /** as typed before */
  readonly email: string
  /** why they are back here */
  readonly warning: Warning | null
  onAnswer(answer: SignInAnswer, credentials: Credentials | null): void
}

/** Sign in with e-mail and password (ID-1). After a refusal, what was typed stays, except the password. */
export function SignInForm({ email: typedBefore, warning: warningBefore, onAnswer }: SignInFormProps) {
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(typedBefore)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Partial<Credentials>>({})
  const [warning, setWarning] = useState(warningBefore)
  const signing = useSend(signIn)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const faults = {
      ...(email.trim() ? {} : { email: m.session_email_required() }),
      ...(password ? {} : { password: m.session_password_required() }),
    }
    setMissing(faults)
    setWarning(null)
    if (faults.email) return emailField.current?.focus()
    if (faults.password) return passwordField.current?.focus()
    const credentials = { email: email.trim(), password }
    try {
      onAnswer(await signing.mutateAsync(credentials), credentials)
    } catch (error) {
      setWarning(describeError(error))
      // Only a refusal says something about the password; if the portal never checked it, it stays.
      if (!(error instanceof ApiError && error.status === 401)) return
      setPassword('')
      passwordField.current?.focus()
    }
  }

  return (
    <LoginFrame
      title={m.session_sign_in_title()}
      links={
        <WayLink to="/user/forgot" className={styles.loginLink}>
          {m.session_forgot()}
        </WayLink>
      }
    >
      <DirectorySignIn />
      <form onSubmit={submit} noValidate>
        {warning && <LoginWarning {...warning} />}
        <TextInput
          ref={emailField}
          label={m.session_email_label()}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={missing.email}
        />
        <PasswordInput
          ref={passwordField}
          label={m.session_password_label()}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing.password}
          visibilityToggleButtonProps={{ 'aria-label': m.session_password_show() }}
        />
        <Button type="submit" fullWidth loading={signing.isPending}>
          {m.session_sign_in()}
        </Button>
        <PasskeySignIn onAnswer={(answer) => onAnswer(answer, null)} onWarning={setWarning} />
      </form>
    </LoginFrame>
  )
}
