import type { DeviceKey } from '@eupnea/contract/devices.ts'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconAlertTriangle, IconCheck, IconCopy } from '../shared/icons.tsx'
import './devices.css'

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
      title={`MQTT key of ${name}`}
    >
      <div className="device-form">
        <p className="device-warning" role="status">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          This key is not shown again. Put it into the device now, or keep it in a safe place.
        </p>
        <Secret label="User name" value={deviceKey.username} />
        <Secret label="Key" value={deviceKey.password} />
        <Group justify="flex-end" mt="sm">
          <Button onClick={onClose}>I have the key</Button>
        </Group>
      </div>
    </Modal>
  )
}

function Secret({ label, value }: { readonly label: string; readonly value: string }) {
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
    <div className="device-secret">
      <TextInput ref={field} label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      <Button
        variant="default"
        aria-label={`Copy ${label.toLocaleLowerCase('en-GB')}`}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
