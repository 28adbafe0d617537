import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import type { CardResident } from './card-order.ts'
import { countWall } from './count-wall.ts'
import { useCounts } from './use-counts.ts'
import styles from './wall-frame.module.css'

const words = {
  danger: m.dashboard_wall_danger,
  warning: m.dashboard_wall_warning,
  sensor: m.dashboard_kind_sensor,
  inBed: m.dashboard_wall_in_bed,
  all: m.dashboard_wall_all,
} as const

/** `1 danger · 2 warnings · 0 sensors to check · 14 in bed · 24 residents`: the ward in one line (DA-7). */
export function WallTotals({ residents }: { readonly residents: readonly CardResident[] }) {
  const counts = useCounts(residents, countWall)
  // `0 dangers` would be said of a ward of which nothing has been heard yet.
  const figure = (kind: keyof typeof words) => (counts.heard > 0 || kind === 'all' ? numberText(counts[kind]) : '–')
  return (
    <ul className={clsx(styles.wallTotals, 'tabular')} aria-label={m.dashboard_wall_totals()}>
      {(['danger', 'warning', 'sensor', 'inBed', 'all'] as const).map((kind) => (
        <li key={kind} data-kind={counts[kind] > 0 ? kind : undefined}>
          <b>{figure(kind)}</b> {words[kind]({ count: counts[kind] })}
        </li>
      ))}
    </ul>
  )
}
