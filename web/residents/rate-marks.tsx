import {
  type Icon,
  IconBedOff,
  IconChevronsDown,
  IconChevronsUp,
  IconCircleCheck,
  IconClockExclamation,
  IconTriangleFilled,
  IconTriangleInvertedFilled,
} from '../shared/icons.tsx'
import { signalIcons } from '../shared/signal-icons.tsx'
import type { RateView } from './rate-view.ts'

const icons: Record<RateView['tone'], Icon> = {
  usual: IconCircleCheck,
  low: IconTriangleInvertedFilled,
  high: IconTriangleFilled,
  extreme: IconChevronsUp,
  'extreme-low': IconChevronsDown,
  off: IconClockExclamation,
}

/** The shape beside a rate's word, so that no state is told by colour alone (DA-7). */
export const rateIcon = ({ tone, isOut, signal }: RateView): Icon => {
  if (signal) return signalIcons[signal.state]
  return isOut ? IconBedOff : icons[tone]
}
