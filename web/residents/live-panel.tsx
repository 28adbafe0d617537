import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { rateText, splitRate } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { IconBed, IconBedOff, IconClockExclamation, IconHelpCircle } from '../shared/icons.tsx'
import { type DeviceSlice, isUnheard, useDevice } from '../shared/live/index.ts'
import { Panel } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import { useSettings } from '../shared/settings.ts'
import { Loading } from '../shared/states.tsx'
import { decimalText, sinceText, spanText, useNow } from '../shared/time.ts'
import { EmptyBed } from './empty-bed.tsx'
import styles from './live-panel.module.css'
import { unbelievedSince } from './minutes.ts'
import { rateIcon } from './rate-marks.tsx'
import { type RateView, rateViewOf } from './rate-view.ts'
import { ScoreBar } from './score-bar.tsx'

interface LivePanelProps {
  readonly patient_id: string
  readonly device_id: string
  /** the clinic's */
  readonly zone: string
  /** how it came to be so */
  readonly children: ReactNode
}

/** The newest values from the resident's device. */
export function LivePanel({ patient_id, device_id, zone, children }: LivePanelProps) {
  const slice = useDevice(device_id)
  const at = useNow()
  const { isShowDistance, isMobileView } = useSettings()
  const rate = slice && rateViewOf(slice, at, { zone, showPresence: isShowDistance })
  const isOffline = slice?.status === 0
  return (
    <Panel
      title={m.resident_now_title()}
      className={styles.livePanel}
      aside={rate && rate.value !== null && <RateWord rate={rate} />}
    >
      <div
        className={clsx(styles.liveBlock, styles.liveTone)}
        data-tone={rate?.value === null ? rate.tone : rate?.valueTone}
        data-offline={isOffline}
        data-signal={rate?.signal?.state}
      >
        {!rate ? (
          <Loading height={200} />
        ) : rate.value === null ? (
          <Why rate={rate} />
        ) : (
          <Rate rate={rate} limits={slice.limits} isFlashing={at < slice.flashUntil} />
        )}
        {rate?.signal?.state === 'no_breathing' && <EmptyBed patient_id={patient_id} />}
        {slice?.alert10min && !isOffline && (
          <p className={clsx(styles.liveLong, styles.liveTone)} data-tone={rate?.tone}>
            <IconClockExclamation size={18} stroke={1.8} aria-hidden />
            {m.resident_out_of_range()}
          </p>
        )}
        {/* Of minutes that are no longer measured, it says nothing about now. */}
        {rate?.isCurrent && slice && !isUnheard(slice, at) && <ScoreBar score={slice.r_score} />}
        {isMobileView ? (
          <details className={styles.liveHours}>
            <summary>{m.resident_two_hours_title()}</summary>
            {children}
          </details>
        ) : (
          <div className={styles.liveBefore}>{children}</div>
        )}
        {slice && rate && (
          <dl className={styles.liveFacts}>
            {unbelievedSince(slice.signal) > at && <LastMinute slice={slice} zone={zone} />}
            {isPresenceBelieved(rate) && <Presence slice={slice} at={at} />}
            {slice.timeInBed !== undefined && (
              <Fact label={m.resident_time_in_bed_day()}>
                {slice.timeInBed === null || slice.signal?.state === 'paused'
                  ? '–'
                  : m.common_hours({ count: decimalText(slice.timeInBed) })}
              </Fact>
            )}
          </dl>
        )}
      </div>
    </Panel>
  )
}

function RateWord({ rate }: { readonly rate: RateView }) {
  const Mark = rateIcon(rate)
  return (
    <span className={clsx(styles.residentRateWord, styles.liveTone)} data-tone={rate.tone}>
      <Mark size={15} aria-hidden />
      {rate.word}
    </span>
  )
}

/** Shown instead of a rate: why there isn't one, since when, and the last rate measured. */
function Why({ rate }: { readonly rate: RateView }) {
  const Mark = rateIcon(rate)
  return (
    <div className={styles.residentWhy}>
      <Mark size={56} stroke={1.5} aria-hidden />
      <p>
        <strong>{rate.word}</strong>
        {rate.notes.map((note) => (
          <span key={note} className={clsx(styles.residentRateNote, 'tabular')}>
            {note}
          </span>
        ))}
      </p>
    </div>
  )
}

interface RateProps {
  readonly rate: RateView
  readonly limits: RateLimits | null
  readonly isFlashing: boolean
}

/** The largest thing on the page; smaller decimals, so that the number reads from afar. What isn't current is smaller. */
function Rate({ rate, limits, isFlashing }: RateProps) {
  const [whole, tenth] = splitRate(rate.value, limits)
  return (
    <p className={styles.residentRate} data-flash={isFlashing && rate.isCurrent} data-current={rate.isCurrent}>
      <b className={clsx(styles.residentRateValue, 'tabular')}>
        {whole}
        {tenth && <small>{tenth}</small>}
      </b>
      <span className={clsx(styles.residentRateNote, 'tabular')}>{rate.notes.join(' · ')}</span>
    </p>
  )
}

function LastMinute({ slice, zone }: { readonly slice: DeviceSlice; readonly zone: string }) {
  const { limits, rr_last_mint } = slice
  const { avg, min, max, tracker_ts } = rr_last_mint
  if (avg === null) return null
  return (
    <Fact
      isWide
      label={tracker_ts ? m.resident_last_minute_at({ time: sinceText(tracker_ts, zone) }) : m.resident_last_minute()}
    >
      <Rich parts={m.resident_minute_average.parts({ rate: rateText(avg, limits) })} tags={small} />
      <small className={styles.liveRange}>
        {m.resident_minute_range({ least: rateText(min, limits), greatest: rateText(max, limits) })}
      </small>
    </Fact>
  )
}

const small = { small: (children: ReactNode) => <small>{children}</small> }

const presences = {
  in: { word: m.resident_in_bed, Icon: IconBed },
  out: { word: m.resident_out_of_bed, Icon: IconBedOff },
  unknown: { word: m.resident_presence_unknown, Icon: IconHelpCircle },
} as const

/** What takes the rate's place says it already, or says that the sensor can't know. */
const isPresenceBelieved = ({ isOut, signal }: RateView): boolean =>
  !isOut && (!signal || signal.state === 'no_breathing')

interface PresenceProps {
  readonly slice: DeviceSlice
  readonly at: number
}

/** Shown if the person has switched presence on (SH-18). */
function Presence({ slice, at }: PresenceProps) {
  const { isShowDistance } = useSettings()
  if (!isShowDistance) return null
  const known = isUnheard(slice, at) ? undefined : slice
  const { word, Icon } = presences[known?.presence ?? 'unknown']
  const since = known?.presenceSince ?? null
  return (
    <Fact label={m.resident_presence()}>
      <span className={styles.livePresence}>
        <Icon size={18} stroke={1.7} aria-hidden />
        {word()}
      </span>
      <small className={styles.liveRange}>
        {since !== null && at - since >= 60_000
          ? m.resident_presence_for({ span: spanText(at - since) })
          : known?.dist_rr != null
            ? m.resident_presence_at({ distance: decimalText(known.dist_rr) })
            : null}
      </small>
    </Fact>
  )
}

interface FactProps {
  readonly label: string
  /** a line of its own */
  readonly isWide?: boolean
  readonly children: ReactNode
}

function Fact({ label, isWide, children }: FactProps) {
  return (
    <div className={styles.liveFact} data-wide={isWide}>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}
