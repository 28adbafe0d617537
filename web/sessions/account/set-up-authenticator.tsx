import { readAccount } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { beginAuthenticator, saveAuthenticator } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, send, useSend } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form/form-dialog.tsx'
import { Loading } from '../../shared/states.tsx'
import { codeFault, codeOf } from '../new-password.ts'
import { AuthenticatorFields } from './authenticator-fields.tsx'

interface SetUpAuthenticatorProps {
  readonly onClose: () => void
  /** @param codes new backup codes, to be shown now; none: the ones from before are still good */
  readonly onDone: (codes: readonly string[]) => void
}

/** Sets up an authenticator app, or another in place of the one from before (DO-5). */
export function SetUpAuthenticator({ onClose, onDone }: SetUpAuthenticatorProps) {
  const field = useRef<HTMLInputElement>(null)
  const [setup, setSetup] = useState<CallOutput<typeof beginAuthenticator> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const saving = useSend(saveAuthenticator, {
    invalidates: [readAccount],
    onClose,
    onSuccess: ({ backup_codes }) => onDone(backup_codes),
    onError: (error) => {
      if (error instanceof ApiError && error.field === 'code') setFault(error.message)
      field.current?.select()
    },
  })
  useEffect(() => {
    let isHere = true
    send(beginAuthenticator, {}).then(
      (answer) => isHere && setSetup(answer),
      (error: unknown) => isHere && setFailure(error),
    )
    return () => {
      isHere = false
    }
  }, [])

  function submit() {
    if (!setup) return
    const found = codeFault(code)
    setFault(found)
    if (found) return field.current?.focus()
    saving.mutate({ setup: setup.setup, code: codeOf(code) })
  }

  const isAtField = saving.error instanceof ApiError && saving.error.field === 'code'
  return (
    <FormDialog
      title={m.two_step_app_dialog()}
      act={m.two_step_app_turn_on()}
      error={isAtField ? failure : (saving.error ?? failure)}
      isPending={saving.isPending}
      onAct={submit}
      onClose={onClose}
    >
      {setup ? (
        <AuthenticatorFields
          setup={setup}
          codeRef={field}
          code={code}
          fault={fault}
          onCode={(typed) => {
            setCode(typed)
            setFault(undefined)
          }}
        />
      ) : (
        !failure && <Loading label={m.account_loading()} />
      )}
    </FormDialog>
  )
}
