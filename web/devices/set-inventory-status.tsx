import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, setInventoryStatus } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface SetInventoryStatusProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Active or inactive in the inventory (DE-3). */
export function SetInventoryStatus({ device, onClose }: SetInventoryStatusProps) {
  const isActive = device.record_status === 'active'
  const name = deviceName(device)
  const change = useSend(setInventoryStatus, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_status_done())
    },
  })
  return (
    <FormDialog
      title={isActive ? m.device_deactivate_question({ device: name }) : m.device_activate_question({ device: name })}
      act={isActive ? m.device_deactivate() : m.device_activate()}
      isDanger={isActive}
      error={change.error}
      isPending={change.isPending}
      onAct={() => change.mutate({ record_id: device.device_id, record_status: isActive ? 'inactive' : 'active' })}
      onClose={onClose}
    >
      <p>{isActive ? m.device_deactivate_effect({ device: name }) : m.device_activate_effect({ device: name })}</p>
    </FormDialog>
  )
}
