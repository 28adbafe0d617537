import type { DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { CopyField } from '../shared/copy-field.tsx'
import { IconAlertTriangle } from '../shared/icons.tsx'
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
        <CopyField
          label={m.device_key_username()}
          copyLabel={m.device_key_username_copy()}
          value={deviceKey.username}
        />
        <CopyField label={m.device_key()} copyLabel={m.device_key_copy()} value={deviceKey.password} />
        <Group justify="flex-end" mt="sm">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </div>
    </Modal>
  )
}
