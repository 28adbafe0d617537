import { m } from '@eupnea/texts'
import type { Tone } from './night.ts'

/** What each colour of a night means, on the screen and on paper. */
export const toneWords: Record<Tone, () => string> = {
  much_slower: m.night_much_slower,
  slower: m.night_slower,
  usual: m.night_usual,
  faster: m.night_faster,
  much_faster: m.night_much_faster,
}
