import type { DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { CopyField } from '../shared/copy-field.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'

interface KeyOnceProps {
  /** of the device */
  readonly name: string
  readonly deviceKey: DeviceKey
  readonly onClose: () => void
}

/** The key of a device (DE-8). */
export function KeyOnce({ name, deviceKey, onClose }: KeyOnceProps) {
  return (
    <ShownOnce title={m.device_key_title({ device: name })} warning={m.device_key_warning()} onClose={onClose}>
      <CopyField label={m.device_key_username()} copyLabel={m.device_key_username_copy()} value={deviceKey.username} />
      <CopyField label={m.device_key()} copyLabel={m.device_key_copy()} value={deviceKey.password} />
    </ShownOnce>
  )
}
