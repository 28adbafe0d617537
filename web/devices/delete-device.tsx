import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, deleteDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { deviceAnswers } from './device-answers.ts'

interface DeleteDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** For what was entered by mistake (DE-4). */
export function DeleteDevice({ device, onClose }: DeleteDeviceProps) {
  return (
    <QuestionDialog
      call={deleteDevice}
      input={{ device_id: device.device_id }}
      invalidates={deviceAnswers}
      done={m.device_delete_done()}
      title={m.device_delete_question({ device: deviceName(device) })}
      act={m.common_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.device_delete_effect()}</p>
    </QuestionDialog>
  )
}
