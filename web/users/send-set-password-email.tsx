import { chosenPassword, faultOf } from '@eupnea/contract/field-kinds.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { sendSetPasswordEmail, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { PasswordInput, Radio, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

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
    onClose,
    onSuccess: () => sayDone(m.user_password_reset_done()),
    onError: (error) => {
      if (error instanceof ApiError && error.field === 'password') setFaults({ password: error.message })
    },
  })
  const isAtField = sending.error instanceof ApiError && sending.error.field === 'password'

  function submit() {
    const fault = isTemporary && faultOf(chosenPassword, password)
    if (fault) return setFaults({ password: fault.message })
    setFaults(null)
    sending.mutate({ user_id: user.id, ...(isTemporary && { password }) })
  }

  return (
    <FormDialog
      title={m.user_password_set_title({ user: userName(user) })}
      act={isTemporary ? m.user_password_set() : m.user_password_send()}
      error={isAtField ? null : sending.error}
      isPending={sending.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <Stack gap="md" ref={fields}>
        <Radio.Group
          label={m.user_password_way_label()}
          value={isTemporary ? 'temporary' : 'link'}
          onChange={(value) => setTemporary(value === 'temporary')}
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="link"
              label={m.user_password_link_label()}
              description={m.user_password_link_help({ email: user.email })}
              data-autofocus
            />
            <Radio
              value="temporary"
              label={m.user_password_temporary()}
              description={m.user_password_temporary_help()}
            />
          </Stack>
        </Radio.Group>
        {isTemporary && (
          <PasswordInput
            label={m.user_password_temporary_label()}
            description={chosenPassword.missing()}
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setFaults(null)
            }}
            error={faults?.password}
            visibilityToggleButtonProps={{ 'aria-label': m.user_password_show() }}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
