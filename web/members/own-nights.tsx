import { listOwnNights, type Member, readOwnRespiration } from '@eupnea/contract/members.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { RespirationChart } from '../shared/charts/respiration-chart.tsx'
import { widened } from '../shared/charts/series.ts'
import { Empty } from '../shared/states.tsx'
import { decimalText, useNow } from '../shared/time.ts'
import { Answer } from './answer.tsx'
import { NightChart } from './night-chart.tsx'

const days = 14
const hours = 24
const minuteMs = 60_000
const stepMs = 10 * minuteMs

/** The last night in numbers, the nights before it, and respiration over the last day. */
export function OwnNights({ member }: { readonly member: Member }) {
  const nights = useCall(listOwnNights, { days }, { refetchInterval: 10 * minuteMs })
  return (
    <>
      <section className="member-panel member-whole" aria-labelledby="last-night">
        <h2 id="last-night">Last night</h2>
        <LastNight member={member} />
      </section>
      <section className="member-panel" aria-labelledby="own-nights">
        <h2 id="own-nights">Time in bed</h2>
        <Answer query={nights} label="Fetching your nights">
          {(data) => <NightChart nights={data} days={days} />}
        </Answer>
        <p className="member-note">Hours a night, from noon to noon. The night that still runs is hatched.</p>
      </section>
      <section className="member-panel" aria-labelledby="own-rate">
        <h2 id="own-rate">Respiration rate</h2>
        <OwnRespiration />
        <p className="member-note">BrPM, 10-minute averages of the last {hours} hours.</p>
      </section>
    </>
  )
}

function LastNight({ member: { last_night } }: { readonly member: Member }) {
  if (!last_night)
    return <p>Nothing was measured last night. If you slept at home, check that the sensor has power and network.</p>
  const { time_in_bed, rr_avg, rr_min, rr_max } = last_night
  return (
    <dl className="member-numbers tabular">
      <div>
        <dt>Time in bed</dt>
        <dd>
          {decimalText(time_in_bed)} <small>h</small>
        </dd>
      </div>
      <div>
        <dt>Average respiration</dt>
        <dd>
          {rateText(rr_avg)} <small>BrPM</small>
        </dd>
      </div>
      <div>
        <dt>Lowest to highest</dt>
        <dd>
          {rateText(rr_min)}–{rateText(rr_max)} <small>BrPM</small>
        </dd>
      </div>
    </dl>
  )
}

function OwnRespiration() {
  const query = useCall(readOwnRespiration, { hours }, { refetchInterval: 5 * minuteMs })
  const to = useNow(minuteMs) + minuteMs
  const items = query.data?.items
  const points = useMemo(
    () =>
      widened(
        (items ?? []).map(({ tracker_ts, ...rest }) => ({ at: Date.parse(tracker_ts), ...rest })),
        stepMs,
      ),
    [items],
  )
  return (
    <Answer query={query} label="Fetching your respiration">
      {({ timezone }) =>
        points.every(({ avg }) => avg === null) ? (
          <Empty title={`No value in the last ${hours} hours`}>The sensor has measured nothing since.</Empty>
        ) : (
          <RespirationChart
            label={`Respiration rate of the last ${hours} hours`}
            points={points}
            step={stepMs}
            from={to - hours * 60 * minuteMs}
            to={to}
            zone={timezone}
            height={190}
          />
        )
      }
    </Answer>
  )
}
