import { isZone, presentZone, zoneNames } from '@eupnea/contract/rules/zones.ts'
import { m } from '@eupnea/texts'
import { Select } from '@mantine/core'
import { clockText, useNow } from '../time.ts'
import { findZones, mostZonesShown } from './find-zones.ts'
import './form.css'

interface ZoneFieldProps {
  readonly name: string
  readonly label: string | undefined
  readonly description: string | undefined
  readonly required: boolean | undefined
  /** IANA name, or '' */
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error: string | undefined
}

/** A time zone of the IANA list, with the time that it is there (FA-3). */
export function ZoneField({ name, description, value, onChange, ...props }: ZoneFieldProps) {
  const at = useNow(60_000)
  // A zone that is kept and that this browser does not know stays.
  const options = value && !isZone(value) ? [value, ...zoneNames] : zoneNames
  return (
    <div data-field={name}>
      <Select
        {...props}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={[value && m.common_zone_now({ time: clockText(at, value) }), description]
          .filter(Boolean)
          .join(' ')}
        data={options}
        searchable
        filter={findZones}
        limit={mostZonesShown}
        nothingFoundMessage={m.common_zone_none_found()}
        renderOption={({ option }) => (
          <span className="form-zone">
            {option.label} <span className="form-zone-time tabular">{clockText(at, option.value)}</span>
          </span>
        )}
        value={presentZone(value) || null}
        onChange={(zone) => zone && onChange(zone)}
      />
    </div>
  )
}
