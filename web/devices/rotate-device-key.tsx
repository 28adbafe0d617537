import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, type DeviceKey, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { KeyOnce } from './key-once.tsx'

interface RotateDeviceKeyProps {
  readonly device: Device
  readonly onClose: () => void
}

/** A new key, shown once; the current one stops working immediately (DE-8). */
export function RotateDeviceKey({ device, onClose }: RotateDeviceKeyProps) {
  const [key, setKey] = useState<DeviceKey | null>(null)
  const rotation = useSend(rotateDeviceKey, {
    onSuccess: (fresh) => {
      setKey(fresh)
      sayDone(m.device_update_done())
    },
  })
  if (key) return <KeyOnce name={deviceName(device)} deviceKey={key} onClose={onClose} />
  return (
    <FormDialog
      title={m.device_key_question({ device: deviceName(device) })}
      act={m.device_key_create()}
      isDanger
      error={rotation.error}
      isPending={rotation.isPending}
      onAct={() => rotation.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>{m.device_key_effect()}</p>
    </FormDialog>
  )
}
