import { confirmOtp, type SignInAnswer, signIn } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { sayDone } from '../shared/say-done.tsx'
import { CodeField } from './code-field.tsx'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { codeFault, codeOf } from './new-password.ts'
import { SendAgain } from './send-again.tsx'
import type { Credentials } from './sign-in-form.tsx'

interface OtpFormProps {
  readonly challenge: string
  /** kept for resending the code; null after an invitation link */
  readonly credentials: Credentials | null
  readonly warning: Warning
  onAnswer(answer: SignInAnswer, credentials: Credentials | null): void
  onBack(warning?: Warning): void
}

/** The code sent by SMS (ID-3). */
export function OtpForm({ challenge, credentials, warning: first, onAnswer, onBack }: OtpFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState(first)
  const confirmation = useSend(confirmOtp)
  const sending = useSend(signIn)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = codeFault(code)
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
      intro={m.session_otp_help()}
      links={
        <>
          <button type="button" className="login-link" onClick={() => onBack()}>
            {m.session_back()}
          </button>
          {credentials && <SendAgain isSending={sending.isPending} onSend={() => void sendAgain(credentials)} />}
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <LoginWarning {...warning} />
        <CodeField ref={field} label={m.session_code_label()} value={code} error={fault} isFirst onChange={setCode} />
        <Button type="submit" fullWidth loading={confirmation.isPending}>
          {m.session_code_confirm()}
        </Button>
      </form>
    </LoginFrame>
  )
}
