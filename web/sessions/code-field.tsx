import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly isFirst?: boolean
  onChange(value: string): void
}

/** One field for six digits, which phones can fill in from the message. */
export function CodeField({ ref, label, value, error, isFirst = false, onChange }: CodeFieldProps) {
  return (
    <TextInput
      ref={ref}
      className="login-code"
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={isFirst}
      maxLength={16}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
