import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, removeDevice } from '@eupnea/contract/devices.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { ActStatus } from './act-status.tsx'
import { deviceAnswers } from './device-answers.ts'

interface RemoveDeviceProps {
  readonly device: Device
  readonly clinicName: string | undefined
  readonly onClose: () => void
}

/** From its clinic into stock (DE-2). */
export function RemoveDevice({ device, clinicName, onClose }: RemoveDeviceProps) {
  const { device_id, clinic_id, patient_id, room } = device
  const name = deviceName(device)
  const removal = useSend(removeDevice, {
    invalidates: deviceAnswers,
    onClose,
    onSuccess: () => sayDone(m.device_remove_done()),
  })
  return (
    <FormDialog
      title={
        clinicName
          ? m.device_remove_question({ device: name, clinic: clinicName })
          : m.device_remove_unnamed_question({ device: name })
      }
      act={m.common_remove()}
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => clinic_id !== null && removal.mutate({ device_id, clinic_id })}
      onClose={onClose}
    >
      {patient_id !== null && (
        <p>{room ? m.device_remove_effect_room({ room: bareRoom(room) }) : m.device_remove_effect_resident()}</p>
      )}
      <p>{m.device_remove_effect({ device: name })}</p>
      <ActStatus isPending={removal.isPending} hasFailed={removal.isError} />
    </FormDialog>
  )
}
