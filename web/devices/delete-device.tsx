import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, deleteDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface DeleteDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** For what was entered by mistake (DE-4). */
export function DeleteDevice({ device, onClose }: DeleteDeviceProps) {
  const removal = useSend(deleteDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.device_delete_question({ device: deviceName(device) })}
      act={m.common_delete()}
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>{m.device_delete_effect()}</p>
    </FormDialog>
  )
}
