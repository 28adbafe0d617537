import { type Device, setInventoryStatus } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { nameOf } from './device-words.ts'

interface SetInventoryStatusProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Active or inactive in the inventory (DE-3). */
export function SetInventoryStatus({ device, onClose }: SetInventoryStatusProps) {
  const isActive = device.record_status === 'active'
  const name = nameOf(device)
  const change = useSend(setInventoryStatus, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_status_done())
    },
  })
  return (
    <FormDialog
      title={isActive ? `Make ${name} inactive?` : `Make ${name} active?`}
      act={isActive ? 'Make inactive' : 'Make active'}
      isDanger={isActive}
      error={change.error}
      isPending={change.isPending}
      onAct={() => change.mutate({ record_id: device.device_id, record_status: isActive ? 'inactive' : 'active' })}
      onClose={onClose}
    >
      <p>
        {isActive
          ? `${name} is disconnected and can neither connect nor be assigned until it is active again. It keeps its key.`
          : `${name} can connect with its key and be assigned again.`}
      </p>
    </FormDialog>
  )
}
