import { type Device, deleteDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { nameOf } from './device-words.ts'

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
      title={`Delete ${nameOf(device)}?`}
      act="Delete"
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>
        For a device that was entered by mistake. This cannot be undone. One that has sent readings cannot be deleted:
        return it instead.
      </p>
    </FormDialog>
  )
}
