import { formerZones } from '@eupnea/contract/rules/zones.ts'
import type { ComboboxParsedItem } from '@mantine/core'

/** There are some four hundred zones, so search narrows down which are shown. */
export const mostZonesShown = 60

const wordsOf = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll(/[_/]/g, ' ')

interface Search {
  readonly options: ComboboxParsedItem[]
  readonly search: string
  readonly limit: number
}

/** `new york` finds `America/New_York`; both `calcutta` and `kolkata` find `Asia/Kolkata`. */
export function findZones({ options, search, limit }: Search): ComboboxParsedItem[] {
  const wanted = wordsOf(search.trim())
  const isWanted = (zone: string) => wordsOf(`${zone} ${formerZones.get(zone) ?? ''}`).includes(wanted)
  return options.filter((option) => 'label' in option && isWanted(option.label)).slice(0, limit)
}
