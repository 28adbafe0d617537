import { formerZones } from '@eupnea/contract/rules/zones.ts'
import type { ComboboxParsedItem } from '@mantine/core'

/** Of some four hundred zones, search narrows down which are shown. */
export const mostZonesShown = 60

const wordsOf = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll(/[_/]/g, ' ')

interface Search {
  readonly options: ComboboxParsedItem[]
  readonly search: string
  readonly limit: number
}

/** `new york` finds `America/New_York`, `calcutta` as well as `kolkata` finds `Asia/Kolkata`. */
export function findZones({ options, search, limit }: Search): ComboboxParsedItem[] {
  const wanted = wordsOf(search.trim())
  const isWanted = (zone: string) => wordsOf(`${zone} ${formerZones.get(zone) ?? ''}`).includes(wanted)
  return options.filter((option) => 'label' in option && isWanted(option.label)).slice(0, limit)
}
