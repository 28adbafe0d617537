import { deviceName } from '@eupnea/contract/device-name.ts'
import { deviceFields } from '@eupnea/contract/devices.fields.ts'
import { createDevice, type DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { ActStatus } from './act-status.tsx'
import { deviceAnswers } from './device-answers.ts'
import { KeyOnce } from './key-once.tsx'
import { usePlaces } from './use-places.ts'

interface AddDeviceProps {
  readonly clinicId: string
  readonly onClose: () => void
}

/** One device; its key is shown once (DE-2, DE-8). */
export function AddDevice({ clinicId, onClose }: AddDeviceProps) {
  const form = useRecordForm(deviceFields, noRules, null, { clinic_id: clinicId })
  const { choices } = usePlaces()
  const [made, setMade] = useState<{ name: string; key: DeviceKey } | null>(null)
  const creation = useSend(createDevice, {
    invalidates: deviceAnswers,
    onSuccess: (device) => {
      setMade({ name: deviceName(device), key: device.key })
      sayDone(m.device_create_done())
    },
    onError: form.refuse,
  })
  if (made) return <KeyOnce name={made.name} deviceKey={made.key} onClose={onClose} />
  return (
    <RecordDialog
      form={form}
      choices={{ clinic_id: choices }}
      title={m.device_add()}
      act={m.device_add()}
      isPending={creation.isPending}
      onSubmit={() => creation.mutate(form.changes)}
      onClose={onClose}
    >
      <ActStatus isPending={creation.isPending} hasFailed={creation.isError} />
    </RecordDialog>
  )
}
