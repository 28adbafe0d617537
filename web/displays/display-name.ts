import type { Display } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { floorText } from '../shared/words.ts'

export const displayName = ({ name, floor }: Pick<Display, 'name' | 'floor'>): string =>
  name || (floor === null ? m.display_unnamed() : m.display_unnamed_of_floor({ floor: floorText(floor) }))
