import { tones } from '@eupnea/contract/rules/night.ts'
import { toneWords } from '@eupnea/contract/rules/tone-words.ts'
import { m } from '@eupnea/texts'
import { markNames, markSigns } from './marks.ts'
import styles from './night-ribbon.module.css'
import { outsideWords } from './night-words.ts'

interface RibbonKeyProps {
  readonly withMarks?: boolean
  /** the ribbon has limits */
  readonly isJudged?: boolean
}

/** What the colours mean; a shape for each where colour alone would say it. */
export function RibbonKey({ withMarks = false, isJudged = false }: RibbonKeyProps) {
  return (
    <ul className={styles.ribbonKey}>
      {tones.map((tone) => (
        <li key={tone}>
          <i data-look="in" data-tone={tone} aria-hidden />
          {toneWords[tone]()}
        </li>
      ))}
      <li>
        <i data-look="in" aria-hidden />
        {m.night_uncompared()}
      </li>
      <li>
        <i data-look="out" aria-hidden />
        {m.night_out()}
      </li>
      <li>
        <i data-look="unmonitored" aria-hidden />
        {m.night_unmonitored()}
      </li>
      {isJudged &&
        (['warning', 'danger'] as const).map((severity) => (
          <li key={severity}>
            <i data-look="outside" data-severity={severity} aria-hidden />
            {outsideWords[severity]()}
          </li>
        ))}
      {withMarks &&
        (['notification', 'acknowledged', 'note'] as const).map((kind) => (
          <li key={kind}>
            <span data-kind={kind} aria-hidden>
              {markSigns[kind]}
            </span>
            {markNames[kind]()}
          </li>
        ))}
    </ul>
  )
}
