import { deviceName } from '@eupnea/contract/device-name.ts'
import { deviceChangeFields } from '@eupnea/contract/devices.fields.ts'
import { type Device, renameDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface RenameDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

const fields = { name: deviceChangeFields.name }

/** Another name (DE-4). */
export function RenameDevice({ device, onClose }: RenameDeviceProps) {
  const form = useRecordForm(fields, noRules, null, { name: device.name })
  const change = useSend(renameDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_rename_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={m.device_rename_title({ device: deviceName(device) })}
      act={m.device_rename()}
      isPending={change.isPending}
      onSubmit={() => change.mutate({ device_id: device.device_id, ...form.changes })}
      onClose={onClose}
    />
  )
}
