import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, returnDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface ReturnDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Out of the inventory (DE-4). */
export function ReturnDevice({ device, onClose }: ReturnDeviceProps) {
  const name = deviceName(device)
  const back = useSend(returnDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_return_done())
    },
  })
  return (
    <FormDialog
      title={m.device_return_question({ device: name })}
      act={m.device_return()}
      isDanger
      error={back.error}
      isWarning
      isPending={back.isPending}
      onAct={() => back.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>{m.device_return_effect({ device: name })}</p>
    </FormDialog>
  )
}
