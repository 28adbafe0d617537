import { m } from '@eupnea/texts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useClinics } from '../shared/clinic.ts'
import { ZoneSelect } from './zone-select.tsx'

export interface DeviceValues {
  readonly device_uid: string
  readonly name: string
  /** '' for the clinic's */
  readonly tz: string
  readonly topic_prefix: string
  /** '' for stock */
  readonly clinic_id: string
}

export type DeviceFaults = Partial<Record<keyof DeviceValues, string>>

export const noDevice: DeviceValues = { device_uid: '', name: '', tz: '', topic_prefix: '', clinic_id: '' }

export const isDeviceField = (name: string | undefined): name is keyof DeviceValues =>
  name !== undefined && name in noDevice

interface DeviceFieldsProps {
  readonly values: DeviceValues
  readonly faults: DeviceFaults
  readonly onChange: (change: Partial<DeviceValues>) => void
  readonly isNew: boolean
  /** it has a resident */
  readonly isOccupied?: boolean
}

/** What is said of a device when it is added or changed (DE-2, DE-4). */
export function DeviceFields({ values, faults, onChange, isNew, isOccupied = false }: DeviceFieldsProps) {
  const { data: clinics = [] } = useClinics()
  const text = (name: keyof DeviceValues) => ({
    value: values[name],
    error: faults[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      {isNew && (
        <TextInput
          label={m.device_uid()}
          description={m.device_uid_help()}
          maxLength={64}
          data-autofocus
          {...text('device_uid')}
        />
      )}
      <TextInput
        label={m.device_name()}
        required={!isNew}
        description={isNew ? m.device_name_help() : undefined}
        maxLength={100}
        {...(!isNew && { 'data-autofocus': true })}
        {...text('name')}
      />
      <NativeSelect
        label={m.clinic_label()}
        disabled={isOccupied}
        description={isOccupied ? m.device_clinic_help_occupied() : undefined}
        data={[
          { value: '', label: m.device_in_stock() },
          ...clinics.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...text('clinic_id')}
        onChange={({ currentTarget: { value } }) => {
          const tz = clinics.find(({ id }) => id === value)?.tz
          // Of a new one it is left to the portal; a known one is seen to take the zone of where it goes.
          onChange({ clinic_id: value, ...(!isNew && tz && { tz }) })
        }}
      />
      <ZoneSelect
        value={values.tz}
        onChange={(tz) => onChange({ tz })}
        error={faults.tz}
        description={isNew ? m.device_zone_help_new() : m.device_zone_help()}
      />
      <TextInput
        label={m.device_topic_prefix()}
        description={m.device_topic_prefix_help()}
        maxLength={128}
        {...text('topic_prefix')}
      />
    </>
  )
}
