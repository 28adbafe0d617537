import type { Night } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { DayBars } from '../shared/charts/day-bars.tsx'
import { Empty } from '../shared/states.tsx'
import { nightBars } from './member-words.ts'

interface NightChartProps {
  readonly nights: { readonly items: readonly Night[]; readonly last: string }
  readonly days: number
}

/** Hours of a full bar at least. */
const leastTop = 10

/** Time in bed of the last nights. */
export function NightChart({ nights: { items, last }, days }: NightChartProps) {
  if (items.length === 0) return <Empty title={m.member_nights_empty_title()}>{m.member_nights_empty()}</Empty>
  return (
    <DayBars
      label={m.member_nights_chart_label({ days })}
      minHeight={190}
      top={Math.max(leastTop, ...items.map(({ time_in_bed }) => time_in_bed))}
      bars={nightBars(items, last, days)}
    />
  )
}
