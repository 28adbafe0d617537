import { m } from '@eupnea/texts'
import { listText, numberText } from '@eupnea/texts/locale.ts'
import type { Chosen } from './table-features.ts'

const mostNames = 8

/** `Ada Byron, Joan Clarke and 3 more` */
export function chosenText(chosen: Chosen): string {
  const names = Object.values(chosen)
  const more = names.length - mostNames
  const shown = more > 0 ? [...names.slice(0, mostNames), m.common_and_more({ count: numberText(more) })] : names
  return listText(shown)
}
