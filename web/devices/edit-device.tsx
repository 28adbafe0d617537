import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, readDevice, updateDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useRef, useState } from 'react'
import { ApiError, send, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { type DeviceFaults, DeviceFields, type DeviceValues, isDeviceField } from './device-fields.tsx'

interface EditDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

type Kept = Pick<Device, 'name' | 'tz' | 'topic_prefix' | 'clinic_id'>

const valuesOf = ({ device_uid, name, tz, topic_prefix, clinic_id }: Device): DeviceValues => ({
  device_uid,
  name,
  tz,
  topic_prefix: topic_prefix ?? '',
  clinic_id: clinic_id ?? '',
})

/** Name, zone, topic prefix and clinic; someone else's change is shown, not overwritten (DE-4). */
export function EditDevice({ device, onClose }: EditDeviceProps) {
  const { device_id } = device
  const [was, setWas] = useState<Kept>(device)
  const [values, setValues] = useState(() => valuesOf(device))
  const [faults, setFaults] = useState<DeviceFaults>({})
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const change = useSend(updateDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_settings_done())
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return
      if (isDeviceField(error.field)) setFaults({ [error.field]: error.message })
      // Saving again is then on purpose.
      if (error.code === 'device_changed') setWas(await send(readDevice, { device_id }))
    },
  })
  function submit() {
    if (values.name.trim() === '') return setFaults({ name: m.device_name_missing() })
    setFaults({})
    const { name, tz, topic_prefix, clinic_id } = was
    change.mutate({
      device_id,
      name: values.name.trim(),
      tz: values.tz,
      topic_prefix: values.topic_prefix.trim() || null,
      clinic_id: values.clinic_id || null,
      was: { name, tz, topic_prefix, clinic_id },
    })
  }
  const isAtField = change.error instanceof ApiError && isDeviceField(change.error.field)
  return (
    <FormDialog
      title={m.device_edit_title({ device: deviceName(device) })}
      act={m.common_save()}
      error={isAtField ? null : change.error}
      isPending={change.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <div ref={fields} className="device-form">
        <DeviceFields
          isNew={false}
          isOccupied={device.status === 'occupied'}
          values={values}
          faults={faults}
          onChange={(next) => setValues((before) => ({ ...before, ...next }))}
        />
      </div>
    </FormDialog>
  )
}
