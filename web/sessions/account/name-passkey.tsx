import { readAccount } from '@eupnea/contract/account.ts'
import { createPasskey, renamePasskey } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import { Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSend } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { sayDone } from '../../shared/say-done.tsx'
import { LoginWarning, type Warning } from '../login-warning.tsx'

interface NamePasskeyProps {
  /** null: a new one */
  readonly passkey: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
  /** @param codes new backup codes, to be shown now */
  readonly onDone: (codes: readonly string[]) => void
}

/** Adds a passkey under a name, or renames one (DO-5). */
export function NamePasskey({ passkey, onClose, onDone }: NamePasskeyProps) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(passkey?.name ?? '')
  const [fault, setFault] = useState<string>()
  const [warning, setWarning] = useState<Warning | null>(null)
  const [isBusy, setBusy] = useState(false)
  const creating = useSend(createPasskey, { invalidates: [readAccount], onClose })
  const renaming = useSend(renamePasskey, { invalidates: [readAccount], onClose })

  async function submit() {
    const typed = name.trim()
    setFault(typed ? undefined : m.passkey_name_required())
    setWarning(null)
    if (!typed) return field.current?.focus()
    setBusy(true)
    const browser = await import('../passkeys/passkey-browser.ts')
    try {
      if (passkey) await renaming.mutateAsync({ passkey_id: passkey.id, name: typed })
      const made = passkey ? null : await creating.mutateAsync({ name: typed, passkey: await browser.makePasskey() })
      sayDone(passkey ? m.passkey_renamed() : m.passkey_added())
      onDone(made?.backup_codes ?? [])
    } catch (error) {
      setWarning(browser.describePasskeyError(error))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={passkey ? m.passkey_rename_dialog({ name: passkey.name }) : m.passkey_add_dialog()}
      act={passkey ? m.passkey_rename() : m.passkey_add()}
      isPending={isBusy}
      onAct={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="md">
        {warning && <LoginWarning {...warning} />}
        {!passkey && <p>{m.passkey_add_help()}</p>}
        <TextInput
          ref={field}
          label={m.passkey_name_label()}
          placeholder={m.passkey_name_hint()}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault}
        />
      </Stack>
    </FormDialog>
  )
}
