import { deviceName } from '@eupnea/contract/device-name.ts'
import { createDevice, type DeviceKey } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { ActStatus } from './act-status.tsx'
import { deviceAnswers } from './device-answers.ts'
import { type DeviceFaults, DeviceFields, isDeviceField, noDevice } from './device-fields.tsx'
import { KeyOnce } from './key-once.tsx'

interface AddDeviceProps {
  readonly clinicId: string
  readonly onClose: () => void
}

/** One device; its key is shown once (DE-2, DE-8). */
export function AddDevice({ clinicId, onClose }: AddDeviceProps) {
  const [values, setValues] = useState({ ...noDevice, clinic_id: clinicId })
  const [faults, setFaults] = useState<DeviceFaults>({})
  const [made, setMade] = useState<{ name: string; key: DeviceKey } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const creation = useSend(createDevice, {
    invalidates: deviceAnswers,
    onSuccess: (device) => {
      setMade({ name: deviceName(device), key: device.key })
      sayDone(m.device_create_done())
    },
    onError: (error) => {
      if (error instanceof ApiError && isDeviceField(error.field)) setFaults({ [error.field]: error.message })
    },
  })
  if (made) return <KeyOnce name={made.name} deviceKey={made.key} onClose={onClose} />

  function submit() {
    const { device_uid, name, tz, topic_prefix, clinic_id } = values
    setFaults({})
    creation.mutate({
      ...(device_uid.trim() && { device_uid: device_uid.trim() }),
      ...(name.trim() && { name: name.trim() }),
      ...(tz && { tz }),
      ...(topic_prefix.trim() && { topic_prefix: topic_prefix.trim() }),
      ...(clinic_id && { clinic_id }),
    })
  }
  const isAtField = creation.error instanceof ApiError && isDeviceField(creation.error.field)
  return (
    <FormDialog
      title={m.device_add()}
      act={m.device_add()}
      error={isAtField ? null : creation.error}
      isPending={creation.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <div ref={fields} className="device-form">
        <DeviceFields
          isNew
          values={values}
          faults={faults}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        <ActStatus isPending={creation.isPending} hasFailed={creation.isError} />
      </div>
    </FormDialog>
  )
}
