import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, returnDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { deviceAnswers } from './device-answers.ts'

interface ReturnDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Out of the inventory (DE-4). */
export function ReturnDevice({ device, onClose }: ReturnDeviceProps) {
  const name = deviceName(device)
  return (
    <QuestionDialog
      call={returnDevice}
      input={{ device_id: device.device_id }}
      invalidates={deviceAnswers}
      done={m.device_return_done()}
      title={m.device_return_question({ device: name })}
      act={m.device_return()}
      isDanger
      isWarning
      onClose={onClose}
    >
      <p>{m.device_return_effect({ device: name })}</p>
    </QuestionDialog>
  )
}
