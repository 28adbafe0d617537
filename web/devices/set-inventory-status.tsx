import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, setInventoryStatus } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { deviceAnswers } from './device-answers.ts'

interface SetInventoryStatusProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Active or inactive in the inventory (DE-3). */
export function SetInventoryStatus({ device, onClose }: SetInventoryStatusProps) {
  const isActive = device.record_status === 'active'
  const name = deviceName(device)
  return (
    <QuestionDialog
      call={setInventoryStatus}
      input={{ record_id: device.device_id, record_status: isActive ? 'inactive' : 'active' }}
      invalidates={deviceAnswers}
      done={m.device_status_done()}
      title={isActive ? m.device_deactivate_question({ device: name }) : m.device_activate_question({ device: name })}
      act={isActive ? m.device_deactivate() : m.device_activate()}
      isDanger={isActive}
      onClose={onClose}
    >
      <p>{isActive ? m.device_deactivate_effect({ device: name }) : m.device_activate_effect({ device: name })}</p>
    </QuestionDialog>
  )
}
