import { readReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import { DayBars } from '../shared/charts/day-bars.tsx'
import { useDevice } from '../shared/live/index.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import { Empty } from '../shared/states.tsx'
import { dayIn, decimalText, now } from '../shared/time.ts'
import { unbelievedSince } from './minutes.ts'
import styles from './respiration.module.css'
import { timeInBedBars } from './time-in-bed-days.ts'

const days = 14
const refreshMs = 10 * 60_000
/** Hours of a full bar at least. */
const leastTop = 12

const hoursText = (hours: number | null): string =>
  hours === null ? '–' : m.common_hours({ count: decimalText(hours) })

interface TimeInBedHistoryProps {
  readonly patient_id: string
  /** the current device */
  readonly device_id: string | null
  /** the clinic's */
  readonly zone: string
}

/** Hours in bed on each of the last days at the clinic (RE-7). */
export function TimeInBedHistory({ patient_id, device_id, zone }: TimeInBedHistoryProps) {
  const believedUntil = unbelievedSince(useDevice(device_id)?.signal)
  const query = useCall(
    readReport,
    { report: 'tib', patient_id, days },
    {
      refetchInterval: refreshMs,
      select: (answer) => ('timezone' in answer ? answer : { items: [], timezone: zone }),
    },
  )
  return (
    <Panel title={m.resident_time_in_bed()} note={m.resident_time_in_bed_unit()} paper="half">
      <Answer
        query={query}
        label={m.resident_time_in_bed_loading()}
        zone={zone}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.resident_time_in_bed_empty_title()}>{m.resident_time_in_bed_empty()}</Empty>}
      >
        {({ items, timezone }) => {
          const today = dayIn(timezone, now())
          // Of a day that a stuck sensor was all of, nothing is known.
          const believed = items.filter(({ date }) => believedUntil > now() || date <= dayIn(timezone, believedUntil))
          const past = items.filter(({ date }) => date !== today).flatMap(({ time_in_bed }) => time_in_bed ?? [])
          const mean = past.length ? past.reduce((sum, hours) => sum + hours, 0) / past.length : null
          return (
            <>
              <DayBars
                label={m.resident_time_in_bed_label({ days })}
                minHeight={200}
                top={Math.max(leastTop, ...items.map(({ time_in_bed }) => time_in_bed ?? 0))}
                bars={timeInBedBars(believed, today, days)}
              />
              <p className={clsx(styles.residentCurveFoot, 'tabular')}>
                <span>
                  <Rich parts={m.resident_time_in_bed_average.parts({ hours: hoursText(mean) })} />
                </span>
                <span>{m.resident_time_in_bed_today()}</span>
              </p>
            </>
          )
        }}
      </Answer>
    </Panel>
  )
}
