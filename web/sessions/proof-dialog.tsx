import { listProofs, proveByPassword } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { proveByPasskey } from '@eupnea/contract/passkeys.ts'
import { proveByCode } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, describeError, useCall, useSend } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import { CodeField } from './code-field.tsx'
import { goToDirectory } from './directory-browser.ts'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { codeFault, codeOf } from './new-password.ts'
import { canUsePasskeys } from './passkeys/can-use-passkeys.ts'
import { rememberWanted } from './wanted-path.ts'

interface ProofDialogProps {
  /** whether they have proved who they are; otherwise they have given up */
  readonly onEnd: (isProved: boolean) => void
}

/** Asks again who is there, before a sensitive act (DO-5). */
export function ProofDialog({ onEnd }: ProofDialogProps) {
  const query = useCall(listProofs, {}, { gcTime: 0 })
  return (
    <Modal opened onClose={() => onEnd(false)} title={m.account_proof_title()}>
      <Answer query={query} label={m.account_loading()} isEmpty={() => false} empty={null}>
        {(proofs) =>
          proofs.password || proofs.code || proofs.passkey ? (
            <Stack gap="md">
              {proofs.passkey && canUsePasskeys() && <ByPasskey onProved={() => onEnd(true)} />}
              {(proofs.password || proofs.code) && <ByTyping proofs={proofs} onProved={() => onEnd(true)} />}
            </Stack>
          ) : (
            <ByDirectory />
          )
        }
      </Answer>
    </Modal>
  )
}

interface ByTypingProps {
  readonly proofs: CallOutput<typeof listProofs>
  readonly onProved: () => void
}

/** By the password or a code of the app, whichever is typed. */
function ByTyping({ proofs, onProved }: ByTypingProps) {
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<{ readonly password?: string; readonly code?: string }>({})
  const [warning, setWarning] = useState<Warning | null>(null)
  const byPassword = useSend(proveByPassword)
  const byCode = useSend(proveByCode)
  const isByCode = code !== '' || !proofs.password
  const field = isByCode ? codeField : passwordField

  // What can be proved comes after the dialog, which by then has put the focus on Close.
  useEffect(() => {
    const first = passwordField.current ?? codeField.current
    first?.focus()
  }, [])

  async function submit(event: FormEvent) {
    // React also passes events of a dialog to what it was opened from.
    event.stopPropagation()
    event.preventDefault()
    setWarning(null)
    const fault = isByCode ? codeFault(code) : password ? undefined : m.session_password_required()
    setFaults(fault ? { [isByCode ? 'code' : 'password']: fault } : {})
    if (fault) return field.current?.focus()
    try {
      await (isByCode ? byCode.mutateAsync({ code: codeOf(code) }) : byPassword.mutateAsync({ password }))
      onProved()
    } catch (error) {
      if (error instanceof ApiError && error.field) setFaults({ [error.field]: error.message })
      else setWarning(describeError(error))
      field.current?.select()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {warning && <LoginWarning {...warning} />}
        <p>
          {proofs.password && proofs.code
            ? m.two_step_proof_help()
            : proofs.code
              ? m.two_step_proof_code_help()
              : m.account_proof_help()}
        </p>
        {proofs.password && (
          <PasswordInput
            ref={passwordField}
            label={m.session_password_label()}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={faults.password}
            visibilityToggleButtonProps={{ 'aria-label': m.session_password_show() }}
          />
        )}
        {proofs.code && (
          <CodeField
            ref={codeField}
            label={proofs.password ? m.two_step_proof_code_label() : m.session_code_label()}
            value={code}
            error={faults.code}
            onChange={setCode}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={byPassword.isPending || byCode.isPending}>
            {m.account_proof_confirm()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ByPasskey({ onProved }: { readonly onProved: () => void }) {
  const [warning, setWarning] = useState<Warning | null>(null)
  const proving = useSend(proveByPasskey)
  const [isBusy, setBusy] = useState(false)
  async function prove() {
    setBusy(true)
    setWarning(null)
    const browser = await import('./passkeys/passkey-browser.ts')
    try {
      await proving.mutateAsync({ passkey: await browser.takePasskey('proof') })
      onProved()
    } catch (error) {
      setWarning(browser.describePasskeyError(error))
      setBusy(false)
    }
  }
  return (
    <>
      {warning && <LoginWarning {...warning} />}
      <Button variant="default" loading={isBusy} onClick={() => void prove()}>
        {m.passkey_proof()}
      </Button>
    </>
  )
}

const focusOnDrawn = (button: HTMLButtonElement | null) => button?.focus()

/** People of the house's directory have no password here: a new session is a new proof. */
function ByDirectory() {
  const [warning, setWarning] = useState<Warning | null>(null)
  function leave() {
    rememberWanted(location.pathname + location.search)
    goToDirectory(true).catch((error: unknown) => setWarning(describeError(error)))
  }
  return (
    <Stack gap="md">
      {warning && <LoginWarning {...warning} />}
      <p>{m.account_proof_directory_help()}</p>
      <Group justify="flex-end">
        <Button ref={focusOnDrawn} onClick={leave}>
          {m.account_proof_directory()}
        </Button>
      </Group>
    </Stack>
  )
}
