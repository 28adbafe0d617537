import { type Night, readNights } from '@eupnea/contract/nights.ts'
import { nightCells, sumNight, type Usual } from '@eupnea/contract/rules/night.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { weekdayText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import type { ChartMark } from '../shared/charts/marks.ts'
import { NightRibbon, RibbonAxis } from '../shared/charts/night-ribbon.tsx'
import { NightTable } from '../shared/charts/night-table.tsx'
import type { RibbonNight } from '../shared/charts/night-words.ts'
import { RibbonKey } from '../shared/charts/ribbon-key.tsx'
import { earlierOf, limitsThen } from '../shared/charts/series.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { clockText, decimalText, now, spanText } from '../shared/time.ts'
import styles from './nights.module.css'

/** The newest by itself, and a fortnight before it. */
const nights = 1 + 14
const refreshMs = 5 * 60_000
const height = 64

interface ResidentNightsProps {
  readonly patient_id: string
  /** what people call them */
  readonly name: string
  /** the clinic's */
  readonly zone: string
  /** of the plan in force */
  readonly limits: RateLimits
  /** what happened, for the newest night */
  readonly marks: readonly ChartMark[]
}

const ribbonOf = (night: Night): RibbonNight => ({ ...night, cells: nightCells(night.beds, night.rates) })

/** The newest night as a ribbon, and the fortnight by hour (VI-1, VI-2). */
export function ResidentNights({ patient_id, name, zone, limits, marks }: ResidentNightsProps) {
  const query = useCall(readNights, { patient_id, nights }, { refetchInterval: refreshMs })
  const newest = query.data?.items[0]
  const isOver = newest !== undefined && Date.parse(newest.until) <= now()
  const span = newest && { from: clockText(newest.from, zone), until: clockText(newest.until, zone) }
  return (
    <Panel
      title={isOver ? m.night_last_title() : m.night_tonight_title()}
      note={span && (query.data?.usual ? m.night_note({ ...span, name }) : m.night_note_unknown(span))}
      span="wide"
      {...(query.isPending && { className: styles.nightsLoading! })}
    >
      <Answer
        query={query}
        label={m.night_loading()}
        zone={zone}
        isEmpty={({ items }) => items.every(({ beds }) => beds.every((bed) => bed === null))}
        empty={<Empty title={m.night_empty_title()}>{m.night_empty()}</Empty>}
      >
        {({ items, usual, ...answer }) => {
          const earlier = earlierOf(answer)
          const [first, ...before] = items.map(ribbonOf)
          const tonight = {
            ...{ night: first!, usual, zone },
            limitsAt: (at: number) => limitsThen(limits, earlier, at),
            marks: marks.filter(({ at }) => at >= Date.parse(first!.from) && at < Date.parse(first!.until)),
          }
          return (
            <>
              <div>
                <NightRibbon {...tonight} height={height} />
                <RibbonAxis night={first!} zone={zone} />
              </div>
              <RibbonKey withMarks isJudged />
              <NightTable {...tonight} />
              <Fortnight nights={before} usual={usual} zone={zone} />
            </>
          )
        }}
      </Answer>
    </Panel>
  )
}

/** `Sun 22` */
const eveningText = (date: string): string => `${weekdayText(date).slice(0, 3)} ${Number(date.slice(8))}`

interface FortnightProps {
  readonly nights: readonly RibbonNight[]
  readonly usual: Usual | null
  readonly zone: string
}

/** Night by night, with the numbers beside each (VI-2). */
function Fortnight({ nights: rows, usual, zone }: FortnightProps) {
  return (
    <>
      <h3 className={styles.nightHead}>
        {m.night_fortnight_title()} <small>{m.night_fortnight_note()}</small>
      </h3>
      <table className={clsx(styles.nightRows, 'tabular')}>
        <thead>
          <tr>
            <th scope="col">{m.night_of_column()}</th>
            <th scope="col" className={styles.nightPicture}>
              <span className="visually-hidden">{m.night_hours_column()}</span>
            </th>
            <th scope="col">{m.night_rate_column()}</th>
            <th scope="col">{m.night_bed_column()}</th>
            <th scope="col">{m.night_out_column()}</th>
            <th scope="col">{m.night_unmonitored_column()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((night) => {
            const { rate, hoursInBed, timesOut, minutesUnmonitored } = sumNight(night)
            const isMeasured = night.cells.some(({ bed }) => bed !== null)
            return (
              <tr key={night.date}>
                <th scope="row">{eveningText(night.date)}</th>
                <td className={styles.nightPicture}>
                  <NightRibbon night={night} usual={usual} zone={zone} height={16} isByHour isPlain />
                </td>
                <td>{decimalText(rate)}</td>
                <td>{isMeasured ? m.common_hours({ count: decimalText(hoursInBed) }) : '–'}</td>
                <td>{timesOut ? m.night_times({ count: timesOut }) : '–'}</td>
                <td>{minutesUnmonitored === 0 ? '–' : spanText(minutesUnmonitored * 60_000)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
