import { sendSetPasswordEmail, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { PasswordInput, Radio, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { nameOf } from './user-words.ts'

interface SendSetPasswordEmailProps {
  readonly user: User
  readonly onClose: () => void
}

/** Mails the link for choosing a password, or sets a temporary one (US-1). */
export function SendSetPasswordEmail({ user, onClose }: SendSetPasswordEmailProps) {
  const [isTemporary, setTemporary] = useState(false)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ password?: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const sending = useSend(sendSetPasswordEmail, {
    onSuccess: () => {
      onClose()
      sayDone(m.user_password_reset_done())
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field === 'password') setFaults({ password: error.message })
    },
  })
  const isAtField = sending.error instanceof ApiError && sending.error.field === 'password'

  function submit() {
    if (isTemporary && password.length < 12) return setFaults({ password: 'At least 12 characters' })
    setFaults(null)
    sending.mutate({ user_id: user.id, ...(isTemporary && { password }) })
  }

  return (
    <FormDialog
      title={`Set password of ${nameOf(user)}`}
      act={isTemporary ? 'Set password' : 'Send e-mail'}
      error={isAtField ? null : sending.error}
      isPending={sending.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <Stack gap="md" ref={fields}>
        <Radio.Group
          label="How"
          value={isTemporary ? 'temporary' : 'link'}
          onChange={(value) => setTemporary(value === 'temporary')}
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="link"
              label="Send a link"
              description={`To ${user.email}. The present password stays good until another is chosen.`}
              data-autofocus
            />
            <Radio
              value="temporary"
              label="Set a temporary password"
              description="The present one stops working, all sessions end, and a new one is asked for at the next sign-in."
            />
          </Stack>
        </Radio.Group>
        {isTemporary && (
          <PasswordInput
            label="Temporary password"
            description="At least 12 characters"
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setFaults(null)
            }}
            error={faults?.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
