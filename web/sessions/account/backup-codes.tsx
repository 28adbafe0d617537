import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconCheck, IconCopy } from '../../shared/icons.tsx'
import { ShownOnce } from '../../shared/shown-once.tsx'
import styles from './two-step.module.css'

interface BackupCodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Backup codes, which are shown only once (DO-5). */
export function BackupCodes({ codes, onClose }: BackupCodesProps) {
  const [isCopied, setCopied] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(true)
    } catch {
      // Without the right to copy, or over plain HTTP, what is selected can be copied by hand.
      if (list.current) getSelection()?.selectAllChildren(list.current)
    }
  }
  return (
    <ShownOnce title={m.two_step_backup_dialog()} warning={m.two_step_backup_warning()} onClose={onClose}>
      <ol ref={list} className={styles.backupCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? m.common_copied() : m.two_step_backup_copy()}
        </Button>
      </Group>
    </ShownOnce>
  )
}
