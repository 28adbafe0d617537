import { type DeviceRecord, setRecordStatus } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface SetRecordStatusProps {
  readonly record: DeviceRecord
  readonly onClose: () => void
}

/** Ends a current record, which unlinks the device from its resident (DE-3). */
export function SetRecordStatus({ record, onClose }: SetRecordStatusProps) {
  const { record_id, device_name, room } = record
  const change = useSend(setRecordStatus, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_unassign_done())
    },
  })
  return (
    <FormDialog
      title={
        room
          ? m.device_unlink_room_question({ device: device_name, room })
          : m.device_unlink_resident_question({ device: device_name })
      }
      act={m.device_unlink_act()}
      isDanger
      error={change.error}
      isPending={change.isPending}
      onAct={() => change.mutate({ record_id, record_status: 'previous' })}
      onClose={onClose}
    >
      <p>{m.device_unlink_effect()}</p>
    </FormDialog>
  )
}
