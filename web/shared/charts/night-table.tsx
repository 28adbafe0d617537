import { m } from '@eupnea/texts'
import { dayText } from '../time.ts'
import { ChartTable } from './chart-table.tsx'
import { type NightInWords, nightWords } from './night-words.ts'

/** A night ribbon as a table. */
export function NightTable(props: NightInWords) {
  return (
    <ChartTable
      label={m.night_ribbon_label({ date: dayText(props.night.date) })}
      columns={[m.common_chart_time_column(), m.common_chart_value_column(), m.common_chart_marks_column()]}
      rows={() =>
        nightWords(props).map(({ time, what, marks }, key) => ({ key, cells: [time, what, marks.join(', ')] }))
      }
    />
  )
}
