import { deviceName } from '@eupnea/contract/device-name.ts'
import { deviceChangeFields } from '@eupnea/contract/devices.fields.ts'
import { type Device, readDevice, updateDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { isRefused, send, useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { wasOf } from '../shared/form/was-of.ts'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { usePlaces } from './use-places.ts'

interface EditDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Of one with a resident, who stays where they are. */
const occupiedFields = {
  ...deviceChangeFields,
  clinic_id: { ...deviceChangeFields.clinic_id, help: m.device_clinic_help_occupied },
}
const fixed = ['clinic_id'] as const
/** What concerns more than one facility is an administrator's to change (EA-3). */
const fixedForClinics = ['clinic_id', 'topic_prefix'] as const

/** Name, zone, topic prefix and clinic; someone else's change is shown, not overwritten (DE-4). */
export function EditDevice({ device, onClose }: EditDeviceProps) {
  const { device_id } = device
  const isOccupied = device.status === 'occupied'
  const [kept] = useState(device)
  /** the device as the person has seen it */
  const [seen, setSeen] = useState(device)
  const form = useRecordForm(isOccupied ? occupiedFields : deviceChangeFields, noRules, kept)
  const { choices, zoneOf, mayMove } = usePlaces()
  const update = useSend(updateDevice, {
    invalidates: deviceAnswers,
    onClose,
    onSuccess: () => sayDone(m.device_settings_done()),
    onError: async (error) => {
      form.refuse(error)
      // Saving again is then on purpose.
      if (isRefused(error, 'device_changed')) setSeen(await send(readDevice, { device_id }))
    },
  })
  function change(next: Partial<typeof form.values>) {
    // It is seen to take the zone of where it goes.
    const tz = zoneOf(next.clinic_id)
    form.change({ ...next, ...(tz && { tz }) })
  }
  return (
    <RecordDialog
      form={{ ...form, change }}
      choices={{ clinic_id: choices }}
      disabled={mayMove ? (isOccupied ? fixed : undefined) : fixedForClinics}
      title={m.device_edit_title({ device: deviceName(device) })}
      act={m.common_save()}
      isPending={update.isPending}
      onSubmit={() => {
        const { changes } = form
        // Where it goes it would take the zone of that place, were none said.
        const zone = changes.clinic_id === undefined ? {} : { tz: form.values.tz }
        update.mutate({ device_id, ...changes, ...zone, was: wasOf(seen, changes) })
      }}
      onClose={onClose}
    />
  )
}
