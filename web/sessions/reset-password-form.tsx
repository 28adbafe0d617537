import { resetPassword } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { CodeField } from './code-field.tsx'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { codeFault, codeOf, faultsOf, type PasswordFaults } from './new-password.ts'
import { PasswordFields } from './password-fields.tsx'
import { SendAgain } from './send-again.tsx'

interface ResetPasswordFormProps {
  readonly email: string
  readonly isSending: boolean
  /** why another code couldn't be sent */
  readonly sendingWarning: Warning | null
  onSendAgain(): void
  onChanged(): void
  onOtherEmail(): void
}

type Faults = PasswordFaults & { readonly code?: string | undefined }

/** The code from the mail, and the new password (ID-4). */
export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const { email, isSending, sendingWarning, onSendAgain, onChanged, onOtherEmail } = props
  const codeField = useRef<HTMLInputElement>(null)
  const fields = { password: useRef<HTMLInputElement>(null), repeated: useRef<HTMLInputElement>(null) }
  const [code, setCode] = useState('')
  const [value, setValue] = useState({ password: '', repeated: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [warning, setWarning] = useState<Warning | null>(null)
  const reset = useSend(resetPassword)

  /** @returns whether there is an error */
  function refuse(found: Faults): boolean {
    setFaults(found)
    const first = found.code ? codeField : found.password ? fields.password : found.repeated ? fields.repeated : null
    first?.current?.focus()
    return first !== null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWarning(null)
    if (refuse({ code: codeFault(code), ...faultsOf(value) })) return
    try {
      await reset.mutateAsync({ email, code: codeOf(code), password: value.password })
      sayDone(m.session_password_change_done())
      onChanged()
    } catch (error) {
      if (error instanceof ApiError && (error.field === 'password' || error.field === 'code'))
        refuse({ [error.field]: error.message })
      else setWarning(describeError(error))
    }
  }

  const shown = warning ?? sendingWarning
  return (
    <LoginFrame
      title={m.session_choose_password_title()}
      intro={<Rich parts={m.session_reset_help.parts({ email })} />}
      links={
        <>
          <button type="button" className="login-link" onClick={onOtherEmail}>
            {m.session_other_email()}
          </button>
          <SendAgain isSending={isSending} onSend={onSendAgain} />
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        {shown && <LoginWarning {...shown} />}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <CodeField
          ref={codeField}
          label={m.session_code_label()}
          value={code}
          error={faults.code}
          isFirst
          onChange={setCode}
        />
        <PasswordFields value={value} faults={faults} fields={fields} onChange={setValue} />
        <Button type="submit" fullWidth loading={reset.isPending}>
          {m.session_password_change()}
        </Button>
      </form>
    </LoginFrame>
  )
}
