import { deviceName } from '@eupnea/contract/device-name.ts'
import { addInStock, type Device, type DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { KeyOnce } from './key-once.tsx'

interface AddInStockProps {
  readonly device: Device
  readonly onClose: () => void
}

/** A device that was returned comes back (DE-4). */
export function AddInStock({ device, onClose }: AddInStockProps) {
  const [key, setKey] = useState<DeviceKey | null>(null)
  const addition = useSend(addInStock, {
    invalidates: deviceAnswers,
    onSuccess: (fresh) => {
      setKey(fresh.key)
      sayDone(m.device_add_many_done())
    },
  })
  if (key) return <KeyOnce name={deviceName(device)} deviceKey={key} onClose={onClose} />
  return (
    <FormDialog
      title={m.device_stock_question({ device: deviceName(device) })}
      act={m.device_stock_act()}
      error={addition.error}
      isPending={addition.isPending}
      onAct={() => addition.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>{m.device_stock_effect()}</p>
    </FormDialog>
  )
}
