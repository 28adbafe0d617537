import { m } from '@eupnea/texts'
import { signalIcons } from './signal-icons.tsx'
import type { SignalView } from './signal-view.ts'
import styles from './signal-word.module.css'
import { sinceText } from './time.ts'

interface SignalWordProps {
  readonly signal: SignalView
  /** IANA, for since when a sensor has been silent; without it, that isn't said */
  readonly zone?: string | undefined
}

/** A state of the signal by shape and word (WA-1). */
export function SignalWord({ signal, zone }: SignalWordProps) {
  const { state, tone } = signal
  const Icon = signalIcons[state]
  return (
    <span className={styles.signalWord} data-tone={tone}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {signalText(signal, zone)}
    </span>
  )
}

/** `Sensor silent since 03:12`, `No breathing signal`. */
const signalText = ({ state, word, since }: SignalView, zone: string | undefined): string =>
  state === 'silent' && zone ? m.signal_silent_since({ time: sinceText(since, zone) }) : word
