import type { CallOutput } from '@eupnea/contract/call.ts'
import type { SignInAnswer } from '@eupnea/contract/sessions.ts'
import { beginEnrolment, completeEnrolment } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useCall, useSend } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import { AuthenticatorFields } from './account/authenticator-fields.tsx'
import { BackupCodes } from './account/backup-codes.tsx'
import styles from './login-frame.module.css'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { codeFault, codeOf } from './new-password.ts'

interface EnrolFormProps {
  readonly challenge: string
  onAnswer(answer: SignInAnswer): void
  onBack(warning?: Warning): void
}

/** The app that the person's role requires, set up as they sign in (DO-5). */
export function EnrolForm({ challenge, onAnswer, onBack }: EnrolFormProps) {
  const query = useCall(beginEnrolment, { challenge }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false })
  return (
    <LoginFrame
      title={m.two_step_enrol_title()}
      intro={m.two_step_enrol_help()}
      links={
        <button type="button" className={styles.loginLink} onClick={() => onBack()}>
          {m.session_back()}
        </button>
      }
    >
      <Answer query={query} label={m.common_loading()} isEmpty={() => false} empty={null}>
        {(setup) => <Confirm challenge={challenge} setup={setup} onAnswer={onAnswer} />}
      </Answer>
    </LoginFrame>
  )
}

interface ConfirmProps extends Omit<EnrolFormProps, 'onBack'> {
  readonly setup: CallOutput<typeof beginEnrolment>
}

function Confirm({ challenge, setup, onAnswer }: ConfirmProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState<Warning | null>(null)
  const [done, setDone] = useState<CallOutput<typeof completeEnrolment> | null>(null)
  const completion = useSend(completeEnrolment)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = codeFault(code)
    setFault(found)
    setWarning(null)
    if (found) return field.current?.focus()
    try {
      setDone(await completion.mutateAsync({ challenge, setup: setup.setup, code: codeOf(code) }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setFault(m.two_step_code_wrong())
      else setWarning(describeError(error))
      field.current?.select()
    }
  }

  if (done) return <BackupCodes codes={done.backup_codes} onClose={() => onAnswer(done)} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {warning && <LoginWarning {...warning} />}
      <AuthenticatorFields setup={setup} codeRef={field} code={code} fault={fault} onCode={setCode} />
      <Button type="submit" fullWidth loading={completion.isPending}>
        {m.two_step_app_turn_on()}
      </Button>
    </form>
  )
}
