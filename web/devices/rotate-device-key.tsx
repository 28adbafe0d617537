import { type Device, type DeviceKey, rotateDeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { nameOf } from './device-words.ts'
import { KeyOnce } from './key-once.tsx'

interface RotateDeviceKeyProps {
  readonly device: Device
  readonly onClose: () => void
}

/** A new key, shown once; the one before stops working at once (DE-8). */
export function RotateDeviceKey({ device, onClose }: RotateDeviceKeyProps) {
  const [key, setKey] = useState<DeviceKey | null>(null)
  const rotation = useSend(rotateDeviceKey, {
    onSuccess: (fresh) => {
      setKey(fresh)
      sayDone(m.device_update_done())
    },
  })
  if (key) return <KeyOnce name={nameOf(device)} deviceKey={key} onClose={onClose} />
  return (
    <FormDialog
      title={`New key for ${nameOf(device)}?`}
      act="Make a new key"
      isDanger
      error={rotation.error}
      isPending={rotation.isPending}
      onAct={() => rotation.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>
        The key of now stops working at once: the device is disconnected until the new one is put into it. The new key
        is shown once.
      </p>
    </FormDialog>
  )
}
