import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, renameDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'

interface RenameDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Another name (DE-4). */
export function RenameDevice({ device, onClose }: RenameDeviceProps) {
  const [name, setName] = useState(device.name)
  const [fault, setFault] = useState('')
  const change = useSend(renameDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_rename_done())
    },
  })
  function submit() {
    if (name.trim() === '') return setFault(m.device_name_missing())
    change.mutate({ device_id: device.device_id, name: name.trim() })
  }
  return (
    <FormDialog
      title={m.device_rename_title({ device: deviceName(device) })}
      act={m.device_rename()}
      error={change.error}
      isPending={change.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <TextInput
        label={m.device_name()}
        required
        maxLength={100}
        data-autofocus
        autoComplete="off"
        value={name}
        error={fault || undefined}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setFault('')
        }}
      />
    </FormDialog>
  )
}
