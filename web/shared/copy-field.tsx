import { m } from '@eupnea/texts'
import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import styles from './copy-field.module.css'
import { IconCheck, IconCopy } from './icons.tsx'

interface CopyFieldProps {
  readonly label: string
  /** of the button, for screen readers */
  readonly copyLabel: string
  readonly value: string
}

/** A text to be copied elsewhere, such as a key. */
export function CopyField({ label, copyLabel, value }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Without the right to copy, what is selected can be copied by hand.
      field.current?.select()
    }
  }
  return (
    <div className={styles.copyField}>
      <TextInput ref={field} label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      <Button
        variant="default"
        aria-label={copyLabel}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? m.common_copied() : m.common_copy()}
      </Button>
    </div>
  )
}
