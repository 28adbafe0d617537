import { isZone, presentZone, zoneNames } from '@eupnea/contract/rules/zones.ts'
import { m } from '@eupnea/texts'
import { Select } from '@mantine/core'
import { findZones, mostZonesShown } from '../shared/form/find-zones.ts'

interface ZoneSelectProps {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error?: string | undefined
  readonly description: string
}

/** The zone of a device's clock on its card. */
export function ZoneSelect({ value, onChange, error, description }: ZoneSelectProps) {
  return (
    <Select
      label={m.device_zone()}
      description={description}
      data={value && !isZone(value) ? [value, ...zoneNames] : zoneNames}
      searchable
      clearable={false}
      filter={findZones}
      limit={mostZonesShown}
      nothingFoundMessage={m.device_zone_none_found()}
      value={presentZone(value) || null}
      onChange={(zone) => zone && onChange(zone)}
      error={error}
    />
  )
}
