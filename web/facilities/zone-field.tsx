import { type ComboboxParsedItem, Select } from '@mantine/core'
import { useMemo } from 'react'
import { clockText, useNow } from '../shared/time.ts'

/** Of some four hundred zones, search narrows down which are shown. */
const mostShown = 60

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const wordsOf = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll(/[_/]/g, ' ')

/** `new york` finds `America/New_York`. */
function search({ options, search, limit }: { options: ComboboxParsedItem[]; search: string; limit: number }) {
  const wanted = wordsOf(search.trim())
  return options.filter((option) => 'label' in option && wordsOf(option.label).includes(wanted)).slice(0, limit)
}

interface ZoneFieldProps {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error: string | undefined
}

/** A time zone of the IANA list, with the time that it is there (FA-3). */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const at = useNow(60_000)
  // A zone that is kept and that this browser does not know stays.
  const options = useMemo(() => (value && !zones.includes(value) ? [value, ...zones] : zones), [value])
  return (
    <div data-field="tz">
      <Select
        label="Time zone"
        required
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={
          value
            ? `It is ${clockText(at, value)} there now. Days, nights and reports follow this clock.`
            : 'Days, nights and reports follow its clock.'
        }
        data={options}
        searchable
        filter={search}
        limit={mostShown}
        nothingFoundMessage="No zone has this name. Try the largest city nearby."
        renderOption={({ option }) => (
          <span className="clinic-zone">
            {option.label} <span className="tabular">{clockText(at, option.value)}</span>
          </span>
        )}
        value={value || null}
        onChange={(zone) => zone && onChange(zone)}
        error={error}
      />
    </div>
  )
}
