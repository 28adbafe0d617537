import { confirmEmail, type Session, verifyEmail } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { CodeField } from './code-field.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { codeFault, codeOf } from './new-password.ts'
import { SendAgain } from './send-again.tsx'

interface VerifyEmailProps {
  readonly session: Session
  onClose(): void
}

/** Proves that e-mails reach the person: codeSent → emailVerified (ID-5). */
export function VerifyEmail({ session, onClose }: VerifyEmailProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState<Warning | null>(null)
  const sending = useSend(verifyEmail)
  const confirmation = useSend(confirmEmail, {
    onClose,
    onSuccess: () => {
      setSession({ ...session, is_email_verified: true })
      sayDone(m.session_email_verify_done())
    },
  })

  async function send() {
    setWarning(null)
    try {
      await sending.mutateAsync({})
      sayDone(m.session_verification_code_done())
      setSent(true)
    } catch (error) {
      setWarning(describeError(error))
    }
  }

  async function confirm() {
    const found = codeFault(code)
    setFault(found)
    setWarning(null)
    if (found) return field.current?.focus()
    try {
      await confirmation.mutateAsync({ code: codeOf(code) })
    } catch (error) {
      if (error instanceof ApiError && error.field === 'code') setFault(error.message)
      else setWarning(describeError(error))
      field.current?.focus()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void (isSent ? confirm() : send())
  }

  return (
    <Modal opened onClose={onClose} title={m.session_verify_title()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {warning && <LoginWarning {...warning} />}
          <p>
            <Rich parts={(isSent ? m.session_verify_sent : m.session_verify_before).parts({ email: session.email })} />
          </p>
          {isSent && (
            <CodeField
              ref={field}
              label={m.session_code_label()}
              value={code}
              error={fault}
              isFirst
              onChange={setCode}
            />
          )}
          <Group justify="space-between">
            {isSent ? <SendAgain isSending={sending.isPending} onSend={() => void send()} /> : <span />}
            <Button type="submit" data-autofocus loading={isSent ? confirmation.isPending : sending.isPending}>
              {isSent ? m.session_code_confirm() : m.session_code_send()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
