import { isZone, presentZone, zoneNames } from '@eupnea/contract/rules/zones.ts'
import { m } from '@eupnea/texts'
import { Select } from '@mantine/core'
import { findZones, mostZonesShown } from '../shared/form/find-zones.ts'
import { clockText, useNow } from '../shared/time.ts'

interface ZoneFieldProps {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error: string | undefined
}

/** A time zone of the IANA list, with the time that it is there (FA-3). */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const at = useNow(60_000)
  // A zone that is kept and that this browser does not know stays.
  const options = value && !isZone(value) ? [value, ...zoneNames] : zoneNames
  return (
    <div data-field="tz">
      <Select
        label={m.clinic_zone()}
        required
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={value ? m.clinic_zone_help_now({ time: clockText(at, value) }) : m.clinic_zone_help()}
        data={options}
        searchable
        filter={findZones}
        limit={mostZonesShown}
        nothingFoundMessage={m.clinic_zone_none_found()}
        renderOption={({ option }) => (
          <span className="clinic-zone">
            {option.label} <span className="tabular">{clockText(at, option.value)}</span>
          </span>
        )}
        value={presentZone(value) || null}
        onChange={(zone) => zone && onChange(zone)}
        error={error}
      />
    </div>
  )
}
