import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import styles from './login-frame.module.css'

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly isFirst?: boolean
  /** sixteen letters and digits instead */
  readonly isBackup?: boolean
  onChange(value: string): void
}

/** One field for six digits, which phones can fill in from the message. */
export function CodeField({ ref, label, value, error, isFirst = false, isBackup = false, onChange }: CodeFieldProps) {
  return (
    <TextInput
      ref={ref}
      className={isBackup ? undefined : styles.loginCode}
      label={label}
      name="code"
      inputMode={isBackup ? 'text' : 'numeric'}
      autoComplete={isBackup ? 'off' : 'one-time-code'}
      autoFocus={isFirst}
      maxLength={32}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
