import { type ComboboxParsedItem, Select } from '@mantine/core'
import { isZone, zones } from './zone-names.ts'

/** Of some four hundred zones, search narrows down which are shown. */
const mostShown = 60

const wordsOf = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll(/[_/]/g, ' ')

/** `new york` finds `America/New_York`. */
function filter({ options, search, limit }: { options: ComboboxParsedItem[]; search: string; limit: number }) {
  const wanted = wordsOf(search.trim())
  return options.filter((option) => 'label' in option && wordsOf(option.label).includes(wanted)).slice(0, limit)
}

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
      label="Time zone"
      description={description}
      data={value && !isZone(value) ? [value, ...zones] : [...zones]}
      searchable
      clearable={false}
      filter={filter}
      limit={mostShown}
      nothingFoundMessage="No zone has this name"
      value={value || null}
      onChange={(zone) => zone && onChange(zone)}
      error={error}
    />
  )
}
