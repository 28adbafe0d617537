import { changeOwnPassword, readAccount } from '@eupnea/contract/account.ts'
import { m } from '@eupnea/texts'
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../../shared/api.ts'
import { Panel } from '../../shared/panel.tsx'
import { sayDone } from '../../shared/say-done.tsx'
import { LoginWarning, type Warning } from '../login-warning.tsx'
import { faultsOf, type PasswordFaults } from '../new-password.ts'
import { PasswordFields } from '../password-fields.tsx'
import styles from './account.module.css'

const empty = { current: '', password: '', repeated: '' }

interface ChangePasswordProps {
  /** for password managers */
  readonly email: string
  /** false: the house's directory keeps it */
  readonly hasPassword: boolean
}

/** Replaces the person's password; whatever is wrong is said beside its field. */
export function ChangePassword({ email, hasPassword }: ChangePasswordProps) {
  const current = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(empty)
  const [faults, setFaults] = useState<PasswordFaults & { readonly current?: string }>({})
  const [warning, setWarning] = useState<Warning | null>(null)
  const changing = useSend(changeOwnPassword, { invalidates: [readAccount] })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = value.current ? faultsOf(value) : { current: m.account_current_password_required() }
    setFaults(found)
    setWarning(null)
    if ('current' in found) return current.current?.focus()
    if ('password' in found) return password.current?.focus()
    if ('repeated' in found) return repeated.current?.focus()
    try {
      await changing.mutateAsync({ current_password: value.current, password: value.password })
      setValue(empty)
      sayDone(m.session_password_change_done())
    } catch (error) {
      if (error instanceof ApiError && error.field === 'current_password') setFaults({ current: error.message })
      else if (error instanceof ApiError && error.field === 'password') setFaults({ password: error.message })
      else setWarning(describeError(error))
    }
  }

  return (
    <Panel title={m.account_password_title()}>
      <div className={styles.accountPart}>
        {hasPassword ? (
          <form className={styles.accountForm} onSubmit={(event) => void submit(event)} noValidate>
            {warning && <LoginWarning {...warning} />}
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordInput
              ref={current}
              label={m.account_current_password_label()}
              name="current-password"
              autoComplete="current-password"
              value={value.current}
              onChange={(event) => setValue({ ...value, current: event.currentTarget.value })}
              error={faults.current}
              visibilityToggleButtonProps={{ 'aria-label': m.account_current_password_show() }}
            />
            <PasswordFields
              value={value}
              faults={faults}
              fields={{ password, repeated }}
              onChange={(next) => setValue({ ...value, ...next })}
            />
            <div>
              <Button type="submit" loading={changing.isPending}>
                {m.account_password_change()}
              </Button>
            </div>
          </form>
        ) : (
          <p>{m.account_password_of_directory()}</p>
        )}
      </div>
    </Panel>
  )
}
