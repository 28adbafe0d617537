import type { DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconAlertTriangle, IconCheck, IconCopy } from '../shared/icons.tsx'
import styles from './devices.module.css'

interface KeyOnceProps {
  /** of the device */
  readonly name: string
  readonly deviceKey: DeviceKey
  readonly onClose: () => void
}

/** The key of a device: shown this once, so nothing but its own button closes the dialog (DE-8). */
export function KeyOnce({ name, deviceKey, onClose }: KeyOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={m.device_key_title({ device: name })}
    >
      <div className={styles.deviceForm}>
        <p className={styles.deviceWarning} role="status">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          {m.device_key_warning()}
        </p>
        <Secret label={m.device_key_username()} copyLabel={m.device_key_username_copy()} value={deviceKey.username} />
        <Secret label={m.device_key()} copyLabel={m.device_key_copy()} value={deviceKey.password} />
        <Group justify="flex-end" mt="sm">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </div>
    </Modal>
  )
}

interface SecretProps {
  readonly label: string
  readonly copyLabel: string
  readonly value: string
}

function Secret({ label, copyLabel, value }: SecretProps) {
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
    <div className={styles.deviceSecret}>
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
