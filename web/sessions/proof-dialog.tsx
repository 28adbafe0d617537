import { listProofs, proveByPassword } from '@eupnea/contract/account.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useCall, useSend } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import { goToDirectory } from './directory-browser.ts'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { rememberWanted } from './wanted-path.ts'

interface ProofDialogProps {
  /** whether they have proved who they are; otherwise they have given up */
  readonly onEnd: (isProved: boolean) => void
}

/** Asks again who is there, before a sensitive act (DO-5). */
export function ProofDialog({ onEnd }: ProofDialogProps) {
  const query = useCall(listProofs, {}, { gcTime: 0 })
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={m.account_proof_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <Answer query={query} label={m.account_loading()} isEmpty={() => false} empty={null}>
        {({ password }) => (password ? <ByPassword onProved={() => onEnd(true)} /> : <ByDirectory />)}
      </Answer>
    </Modal>
  )
}

function ByPassword({ onProved }: { readonly onProved: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState<Warning | null>(null)
  const proving = useSend(proveByPassword)

  async function submit(event: FormEvent) {
    // React also passes events of a dialog to what it was opened from.
    event.stopPropagation()
    event.preventDefault()
    setWarning(null)
    setFault(password ? undefined : m.session_password_required())
    if (!password) return field.current?.focus()
    try {
      await proving.mutateAsync({ password })
      onProved()
    } catch (error) {
      if (error instanceof ApiError && error.field === 'password') setFault(error.message)
      else setWarning(describeError(error))
      field.current?.select()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {warning && <LoginWarning {...warning} />}
        <p>{m.account_proof_help()}</p>
        <PasswordInput
          ref={field}
          label={m.session_password_label()}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fault}
          visibilityToggleButtonProps={{ 'aria-label': m.session_password_show() }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={proving.isPending}>
            {m.account_proof_confirm()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** People of the house's directory have no password here: a new session is a new proof. */
function ByDirectory() {
  const [warning, setWarning] = useState<Warning | null>(null)
  function leave() {
    rememberWanted(location.pathname + location.search)
    goToDirectory().catch((error: unknown) => setWarning(describeError(error)))
  }
  return (
    <Stack gap="md">
      {warning && <LoginWarning {...warning} />}
      <p>{m.account_proof_directory_help()}</p>
      <Group justify="flex-end">
        <Button data-autofocus onClick={leave}>
          {m.account_proof_directory()}
        </Button>
      </Group>
    </Stack>
  )
}
