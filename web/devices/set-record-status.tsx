import { type DeviceRecord, setRecordStatus } from '@eupnea/contract/devices.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { deviceAnswers } from './device-answers.ts'

interface SetRecordStatusProps {
  readonly record: DeviceRecord
  readonly onClose: () => void
}

/** Ends a current record, which unlinks the device from its resident (DE-3). */
export function SetRecordStatus({ record, onClose }: SetRecordStatusProps) {
  const { record_id, device_name, room } = record
  return (
    <QuestionDialog
      call={setRecordStatus}
      input={{ record_id, record_status: 'previous' }}
      invalidates={deviceAnswers}
      done={m.device_unassign_done()}
      title={
        room
          ? m.device_unlink_room_question({ device: device_name, room: bareRoom(room) })
          : m.device_unlink_resident_question({ device: device_name })
      }
      act={m.device_unlink_act()}
      isDanger
      onClose={onClose}
    >
      <p>{m.device_unlink_effect()}</p>
    </QuestionDialog>
  )
}
