import { listOwnNights, type NightSummary, readOwnNights, readOwnRespiration } from '@eupnea/contract/members.ts'
import { nightCells, usualRange } from '@eupnea/contract/rules/night.ts'
import { m } from '@eupnea/texts'
import { pageFormats } from '@eupnea/texts/locale.ts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { NightRibbon, RibbonAxis } from '../shared/charts/night-ribbon.tsx'
import { NightTable } from '../shared/charts/night-table.tsx'
import type { RibbonNight } from '../shared/charts/night-words.ts'
import { RespirationChart } from '../shared/charts/respiration-chart.tsx'
import { RibbonKey } from '../shared/charts/ribbon-key.tsx'
import { widened } from '../shared/charts/series.ts'
import { Answer } from '../shared/panel.tsx'
import { useSettings } from '../shared/settings.ts'
import { Empty } from '../shared/states.tsx'
import { dayIn, dayText, useNow, wholeText } from '../shared/time.ts'
import { NightChart } from './night-chart.tsx'
import { leadText, nightSentences } from './night-words.ts'
import styles from './own-page.module.css'

const days = 14
const minuteMs = 60_000
const stepMs = 10 * minuteMs
const refetchInterval = 10 * minuteMs

/** The newest night that is over, in words and as a picture, the nights before it, and respiration in it. */
export function OwnNights() {
  const nights = useCall(listOwnNights, { days }, { refetchInterval })
  return (
    <>
      <OwnNight />
      <section className={styles.ownPanel} aria-labelledby="own-nights">
        <h2 id="own-nights">{m.member_time_in_bed_label()}</h2>
        <Answer query={nights} label={m.member_own_nights_loading()} height={190}>
          {(data) => <NightChart nights={data} days={days} />}
        </Answer>
        <p className={styles.ownNote}>{m.member_own_nights_help()}</p>
      </section>
      <OwnRespiration />
    </>
  )
}

function OwnNight() {
  const query = useCall(readOwnNights, { nights: days }, { refetchInterval })
  const { isMobileView } = useSettings()
  return (
    <section className={styles.ownPanel} aria-labelledby="own-night">
      <h2 id="own-night">{m.member_night_title()}</h2>
      <Answer query={query} label={m.member_own_nights_loading()} height={isMobileView ? 510 : 350}>
        {({ timezone: zone, usual, summary, items }) => {
          const night = items[0]!
          return (
            <>
              <WhichNight until={night.until} zone={zone} />
              {summary ? <InWords summary={summary} /> : <p>{m.member_no_last_night()}</p>}
              {summary && (
                <>
                  <Picture night={{ ...night, cells: nightCells(night.beds, night.rates) }} usual={usual} zone={zone} />
                  <p className={styles.ownNote}>{m.member_night_no_advice()}</p>
                </>
              )}
            </>
          )
        }}
      </Answer>
    </section>
  )
}

/** Which night it is: before noon the last one goes on, and the person may look for it. */
function WhichNight({ until, zone }: { readonly until: string; readonly zone: string }) {
  const morning = dayIn(zone, until)
  const isNewer = dayIn(zone, useNow(minuteMs)) > morning
  const evening = new Date(Date.parse(morning) - 86_400_000).toISOString().slice(0, 10)
  const { longDay } = pageFormats()
  return (
    <>
      <p className={styles.ownDate}>{m.member_night_date({ evening: longDay(evening), morning: longDay(morning) })}</p>
      {isNewer && <p className={styles.ownDate}>{m.member_night_soon()}</p>}
    </>
  )
}

function InWords({ summary }: { readonly summary: NightSummary }) {
  const lead = leadText(summary)
  return (
    <>
      {lead && <p className={styles.ownLead}>{lead}</p>}
      <ul className={styles.ownSummary}>
        {nightSentences(summary).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

type PictureProps = Pick<Parameters<typeof NightRibbon>[0], 'usual' | 'zone'> & { readonly night: RibbonNight }

/** As staff see it, without what they noted (VI-1). */
const Picture = ({ night, usual, zone }: PictureProps) => (
  <>
    <div>
      <NightRibbon night={night} usual={usual} zone={zone} height={56} />
      <RibbonAxis night={night} zone={zone} />
    </div>
    <RibbonKey />
    <NightTable night={night} usual={usual} zone={zone} />
  </>
)

function OwnRespiration() {
  const query = useCall(readOwnRespiration, {}, { refetchInterval })
  const { data: night } = useCall(readOwnNights, { nights: days }, { refetchInterval })
  const usual = useMemo(() => night?.usual && usualRange(night.usual), [night])
  const items = query.data?.items
  const points = useMemo(
    () =>
      // The average only: the least of a single minute would frighten who doesn't know how breaths are measured.
      widened(
        (items ?? []).map(({ tracker_ts, ...rest }) => ({ at: Date.parse(tracker_ts), ...rest })),
        stepMs,
      ).map((point) => ({ ...point, min: null, max: null })),
    [items],
  )
  return (
    <section className={styles.ownPanel} aria-labelledby="own-rate">
      <h2 id="own-rate">{m.member_rate_title()}</h2>
      <Answer query={query} label={m.member_rate_loading()} height={250}>
        {({ date, from, until, timezone }) =>
          points.every(({ avg }) => avg === null) ? (
            <Empty title={m.member_rate_empty_title()}>{m.member_rate_empty()}</Empty>
          ) : (
            <>
              <RespirationChart
                label={m.member_rate_chart_label({ date: dayText(date) })}
                points={points}
                step={stepMs}
                from={Date.parse(from)}
                to={Date.parse(until)}
                zone={timezone}
                height={190}
                limits={null}
                {...(usual && { usual })}
              />
              <p className={styles.ownNote}>
                {m.member_rate_help({ date: dayText(date) })}
                {usual && <> {m.member_rate_usual({ low: wholeText(usual[0]), high: wholeText(usual[1]) })}</>}
              </p>
            </>
          )
        }
      </Answer>
    </section>
  )
}
