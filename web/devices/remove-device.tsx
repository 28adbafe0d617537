import { type Device, removeDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { ActStatus } from './act-status.tsx'
import { deviceAnswers } from './device-answers.ts'
import { nameOf } from './device-words.ts'

interface RemoveDeviceProps {
  readonly device: Device
  readonly clinicName: string
  readonly onClose: () => void
}

/** From its clinic into stock (DE-2). */
export function RemoveDevice({ device, clinicName, onClose }: RemoveDeviceProps) {
  const { device_id, clinic_id, patient_id, room } = device
  const name = nameOf(device)
  const removal = useSend(removeDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_remove_done())
    },
  })
  return (
    <FormDialog
      title={`Remove ${name} from ${clinicName}?`}
      act="Remove"
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => clinic_id !== null && removal.mutate({ device_id, clinic_id })}
      onClose={onClose}
    >
      <p>
        {patient_id !== null &&
          `The resident ${room ? `of room ${room} ` : ''}has no live values until they get another device. `}
        {name} goes into stock. What was measured stays with the facility.
      </p>
      <ActStatus isPending={removal.isPending} hasFailed={removal.isError} />
    </FormDialog>
  )
}
