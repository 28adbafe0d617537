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

/** A current record becomes previous: the device is free (DE-3). */
export function SetRecordStatus({ record, onClose }: SetRecordStatusProps) {
  const { record_id, device_name, room } = record
  const where = room ? `room ${room}` : 'the resident'
  const change = useSend(setRecordStatus, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_unassign_done())
    },
  })
  return (
    <FormDialog
      title={`Take ${device_name} away from ${where}?`}
      act="End record"
      isDanger
      error={change.error}
      isPending={change.isPending}
      onAct={() => change.mutate({ record_id, record_status: 'previous' })}
      onClose={onClose}
    >
      <p>The resident has no live values until they get another device. What was measured stays theirs.</p>
    </FormDialog>
  )
}
