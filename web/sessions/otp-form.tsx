import { confirmOtp, type SignInAnswer, type SignInMethod, signIn } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { sayDone } from '../shared/say-done.tsx'
import { CodeField } from './code-field.tsx'
import styles from './login-frame.module.css'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { backupFault, codeFault, codeOf } from './new-password.ts'
import { canUsePasskeys } from './passkeys/can-use-passkeys.ts'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import { SendAgain } from './send-again.tsx'
import type { Credentials } from './sign-in-form.tsx'

interface OtpFormProps {
  readonly challenge: string
  readonly methods: readonly SignInMethod[]
  /** kept for resending the code; null after an invitation link */
  readonly credentials: Credentials | null
  readonly warning: Warning
  onAnswer(answer: SignInAnswer, credentials: Credentials | null): void
  onBack(warning?: Warning): void
}

const intros: Readonly<Record<SignInMethod, () => string>> = {
  sent: m.session_otp_help,
  app: m.two_step_methods_app_help,
  passkey: m.passkey_step_help,
  backup: m.two_step_methods_backup_help,
}
const ways: Partial<Record<SignInMethod, () => string>> = {
  app: m.two_step_use_app,
  passkey: m.passkey_use,
  backup: m.two_step_use_backup,
}

/** The code that was sent (ID-3), that an app shows, or that was kept for when it is lost (DO-5). */
export function OtpForm({ challenge, methods, credentials, warning: first, onAnswer, onBack }: OtpFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [method, setMethod] = useState(methods[0] ?? 'sent')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState(first)
  const confirmation = useSend(confirmOtp)
  const sending = useSend(signIn)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = method === 'backup' ? backupFault(code) : codeFault(code)
    setFault(found)
    setWarning(first)
    if (found) return field.current?.focus()
    try {
      const answer = await confirmation.mutateAsync({ challenge, code: codeOf(code) })
      sayDone(m.session_otp_done())
      onAnswer(answer, credentials)
    } catch (error) {
      setWarning(describeError(error))
      if (!(error instanceof ApiError && error.status === 401)) return
      setCode('')
      field.current?.focus()
    }
  }

  function change(next: SignInMethod) {
    setMethod(next)
    setCode('')
    setFault(undefined)
    setWarning(first)
  }

  async function sendAgain(retained: Credentials) {
    try {
      const answer = await sending.mutateAsync(retained)
      sayDone(m.session_verification_code_done())
      onAnswer(answer, retained)
    } catch (error) {
      const said = describeError(error)
      // The password was changed or the account disabled meanwhile.
      if (error instanceof ApiError && error.status === 401) onBack(said)
      else setWarning(said)
    }
  }

  return (
    <LoginFrame
      title={m.session_otp_title()}
      intro={intros[method]()}
      links={
        <>
          <button type="button" className={styles.loginLink} onClick={() => onBack()}>
            {m.session_back()}
          </button>
          {methods
            .filter((other) => other !== method && (other !== 'passkey' || canUsePasskeys()))
            .map((other) => (
              <button key={other} type="button" className={styles.loginLink} onClick={() => change(other)}>
                {ways[other]?.()}
              </button>
            ))}
          {method === 'sent' && credentials && (
            <SendAgain isSending={sending.isPending} onSend={() => void sendAgain(credentials)} />
          )}
        </>
      }
    >
      {method === 'passkey' ? (
        <ByPasskey onAnswer={(answer) => onAnswer(answer, credentials)} />
      ) : (
        <form onSubmit={submit} noValidate>
          <LoginWarning {...warning} />
          <CodeField
            key={method}
            ref={field}
            label={method === 'backup' ? m.two_step_backup_label() : m.session_code_label()}
            value={code}
            error={fault}
            isFirst
            isBackup={method === 'backup'}
            onChange={setCode}
          />
          <Button type="submit" fullWidth loading={confirmation.isPending}>
            {m.session_code_confirm()}
          </Button>
        </form>
      )}
    </LoginFrame>
  )
}

/** In place of the password and the code: the passkey says itself whose it is. */
function ByPasskey({ onAnswer }: { readonly onAnswer: (answer: SignInAnswer) => void }) {
  const [warning, setWarning] = useState<Warning | null>(null)
  return (
    <div className={styles.loginDone}>
      {warning && <LoginWarning {...warning} />}
      <PasskeySignIn isFirst onAnswer={onAnswer} onWarning={setWarning} />
    </div>
  )
}
