import { listOwnNights, type Member, readOwnNights, readOwnRespiration } from '@eupnea/contract/members.ts'
import { nightCells } from '@eupnea/contract/rules/night.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { NightRibbon, RibbonAxis, RibbonKey } from '../shared/charts/night-ribbon.tsx'
import { RespirationChart } from '../shared/charts/respiration-chart.tsx'
import { widened } from '../shared/charts/series.ts'
import { Empty } from '../shared/states.tsx'
import { clockText, dayText, decimalText, now, useNow } from '../shared/time.ts'
import { Answer } from './answer.tsx'
import styles from './members.module.css'
import { NightChart } from './night-chart.tsx'

const days = 14
const nights = 14
const hours = 24
const minuteMs = 60_000
const stepMs = 10 * minuteMs

/** The last night in numbers, the nights before it, and respiration over the last day. */
export function OwnNights({ member }: { readonly member: Member }) {
  const nights = useCall(listOwnNights, { days }, { refetchInterval: 10 * minuteMs })
  return (
    <>
      <section className={clsx(styles.memberPanel, styles.memberWhole)} aria-labelledby="last-night">
        <h2 id="last-night">{m.member_last_night_label()}</h2>
        <LastNight member={member} />
        <NightPicture />
      </section>
      <section className={styles.memberPanel} aria-labelledby="own-nights">
        <h2 id="own-nights">{m.member_time_in_bed_label()}</h2>
        <Answer query={nights} label={m.member_own_nights_loading()}>
          {(data) => <NightChart nights={data} days={days} />}
        </Answer>
        <p className={styles.memberNote}>{m.member_own_nights_help()}</p>
      </section>
      <section className={styles.memberPanel} aria-labelledby="own-rate">
        <h2 id="own-rate">{m.member_rate_title()}</h2>
        <OwnRespiration />
        <p className={styles.memberNote}>{m.member_rate_help({ hours })}</p>
      </section>
    </>
  )
}

/** The newest night that is over, as staff see it, without what they noted (VI-1). */
function NightPicture() {
  const { data } = useCall(readOwnNights, { nights }, { refetchInterval: 10 * minuteMs })
  const night = data?.items.find(({ until, beds }) => Date.parse(until) <= now() && beds.some((bed) => bed !== null))
  if (!data || !night) return null
  const { timezone: zone, usual } = data
  const ribbon = { ...night, cells: nightCells(night.beds, night.rates) }
  return (
    <>
      <p className={styles.memberNote}>
        {m.member_night_note({
          date: dayText(night.date),
          from: clockText(night.from, zone),
          until: clockText(night.until, zone),
        })}
      </p>
      <div>
        <NightRibbon night={ribbon} usual={usual} zone={zone} height={48} />
        <RibbonAxis night={ribbon} zone={zone} />
      </div>
      <RibbonKey />
    </>
  )
}

function LastNight({ member: { last_night } }: { readonly member: Member }) {
  if (!last_night) return <p>{m.member_no_last_night()}</p>
  const { time_in_bed, rr_avg, rr_min, rr_max } = last_night
  return (
    <dl className={clsx(styles.memberNumbers, 'tabular')}>
      <div>
        <dt>{m.member_time_in_bed_label()}</dt>
        <dd>
          {decimalText(time_in_bed)} <small>{m.member_hours_unit()}</small>
        </dd>
      </div>
      <div>
        <dt>{m.member_rate_average_label()}</dt>
        <dd>
          {rateText(rr_avg, null)} <small>{m.member_rate_unit()}</small>
        </dd>
      </div>
      <div>
        <dt>{m.member_rate_range_label()}</dt>
        <dd>
          {rateText(rr_min, null)}–{rateText(rr_max, null)} <small>{m.member_rate_unit()}</small>
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
    <Answer query={query} label={m.member_rate_loading()}>
      {({ timezone }) =>
        points.every(({ avg }) => avg === null) ? (
          <Empty title={m.member_rate_empty_title({ hours })}>{m.member_rate_empty()}</Empty>
        ) : (
          <RespirationChart
            label={m.member_rate_chart_label({ hours })}
            points={points}
            step={stepMs}
            from={to - hours * 60 * minuteMs}
            to={to}
            zone={timezone}
            height={190}
            limits={null}
          />
        )
      }
    </Answer>
  )
}
