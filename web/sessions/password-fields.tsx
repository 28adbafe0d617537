import { m } from '@eupnea/texts'
import { PasswordInput } from '@mantine/core'
import type { RefObject } from 'react'
import type { NewPassword, PasswordFaults } from './new-password.ts'

interface PasswordFieldsProps {
  readonly value: NewPassword
  readonly faults: PasswordFaults
  readonly fields: {
    readonly password: RefObject<HTMLInputElement | null>
    readonly repeated: RefObject<HTMLInputElement | null>
  }
  readonly isFirst?: boolean
  onChange(value: NewPassword): void
}

/** The new password, twice; errors appear beside the field, and what was typed stays. */
export function PasswordFields({ value, faults, fields, isFirst = false, onChange }: PasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        ref={fields.password}
        label={m.session_new_password_label()}
        description={m.session_password_rule()}
        name="new-password"
        autoComplete="new-password"
        autoFocus={isFirst}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        error={faults.password}
        visibilityToggleButtonProps={{ 'aria-label': m.session_new_password_show() }}
      />
      <PasswordInput
        ref={fields.repeated}
        label={m.session_repeated_label()}
        name="new-password-again"
        autoComplete="new-password"
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
        error={faults.repeated}
        visibilityToggleButtonProps={{ 'aria-label': m.session_repeated_show() }}
      />
    </>
  )
}
