import { deviceName } from '@eupnea/contract/device-name.ts'
import { deviceChangeFields } from '@eupnea/contract/devices.fields.ts'
import { type Device, renameDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { deviceAnswers } from './device-answers.ts'

interface RenameDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

const fields = { name: deviceChangeFields.name }

/** Another name (DE-4). */
export function RenameDevice({ device, onClose }: RenameDeviceProps) {
  const form = useRecordForm(fields, noRules, null, { name: device.name })
  return (
    <SaveDialog
      call={renameDevice}
      input={() => ({ device_id: device.device_id, ...form.changes })}
      invalidates={deviceAnswers}
      done={m.device_rename_done()}
      form={form}
      title={m.device_rename_title({ device: deviceName(device) })}
      act={m.device_rename()}
      onClose={onClose}
    />
  )
}
