import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { rateText, splitRate } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import {
  type Icon,
  IconBed,
  IconBedOff,
  IconChevronsDown,
  IconChevronsUp,
  IconCircleCheck,
  IconClockExclamation,
  IconHelpCircle,
  IconPlugConnectedX,
  IconTriangleFilled,
  IconTriangleInvertedFilled,
} from '../shared/icons.tsx'
import { type DeviceSlice, isUnheard, useDevice } from '../shared/live/index.ts'
import { Panel } from '../shared/panel.tsx'
import { Rich } from '../shared/rich.tsx'
import { useSettings } from '../shared/settings.ts'
import { signalIcons } from '../shared/signal-icons.tsx'
import type { SignalView } from '../shared/signal-view.ts'
import { clockText, decimalText, sinceText, spanText, useNow } from '../shared/time.ts'
import { EmptyBed } from './empty-bed.tsx'
import styles from './live-panel.module.css'
import { type RateView, rateViewOf } from './rate-view.ts'
import { ScoreBar } from './score-bar.tsx'

const toneIcons: Record<RateView['tone'], Icon> = {
  usual: IconCircleCheck,
  low: IconTriangleInvertedFilled,
  high: IconTriangleFilled,
  extreme: IconChevronsUp,
  'extreme-low': IconChevronsDown,
  off: IconClockExclamation,
}

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
  const rate = rateViewOf(slice, at, zone)
  const isOffline = slice?.status !== 1
  return (
    <Panel
      title={m.resident_now_title()}
      className={styles.livePanel}
      aside={!rate.signal && <RateWord rate={rate} isOffline={isOffline} />}
    >
      <div
        className={clsx(styles.liveBlock, styles.liveTone)}
        data-tone={rate.tone}
        data-offline={isOffline}
        data-signal={rate.signal?.state}
      >
        {rate.signal ? (
          <Signal signal={rate.signal} note={rate.note} at={at} zone={zone} />
        ) : (
          <Rate rate={rate} limits={slice?.limits ?? null} isFlashing={!!slice && at < slice.flashUntil} />
        )}
        {rate.signal?.state === 'no_breathing' && <EmptyBed patient_id={patient_id} />}
        {slice?.alert10min && !isOffline && (
          <p className={clsx(styles.liveLong, styles.liveTone)} data-tone={rate.tone}>
            <IconClockExclamation size={18} stroke={1.8} aria-hidden />
            {m.resident_out_of_range()}
          </p>
        )}
        <ScoreBar
          score={slice?.r_score ?? { upper_score: 0, lower_score: 0 }}
          isKnown={!isOffline && !rate.signal && slice.ts !== null && !isUnheard(slice, at)}
        />
        <div className={styles.liveBefore}>{children}</div>
        <dl className={styles.liveFacts}>
          <LastMinute slice={slice} zone={zone} />
          <Presence slice={slice} isBelieved={!rate.signal || rate.signal.state === 'no_breathing'} at={at} />
          <Fact label={m.resident_time_in_bed_day()}>
            {slice?.timeInBed == null ? '–' : m.common_hours({ count: decimalText(slice.timeInBed) })}
          </Fact>
        </dl>
      </div>
    </Panel>
  )
}

function RateWord({ rate, isOffline }: { readonly rate: RateView; readonly isOffline: boolean }) {
  const Icon = isOffline ? IconPlugConnectedX : toneIcons[rate.tone]
  return (
    <span className={clsx(styles.residentRateWord, styles.liveTone)} data-tone={rate.tone}>
      <Icon size={15} aria-hidden />
      {rate.word}
    </span>
  )
}

interface SignalProps {
  readonly signal: SignalView
  /** what was last measured, and how long ago */
  readonly note: string
  readonly at: number
  readonly zone: string
}

/** In the rate's place: mark, word, and since when. */
function Signal({ signal: { state, word, since }, note, at, zone }: SignalProps) {
  const Icon = signalIcons[state]
  return (
    <div className={styles.residentSignal}>
      <Icon size={56} stroke={1.5} aria-hidden />
      <p>
        <strong>{word}</strong>
        <span className={clsx(styles.residentRateNote, 'tabular')}>
          {m.signal_since({ time: sinceText(since, zone, at) })}
        </span>
        {note && <span className={clsx(styles.residentRateNote, 'tabular')}>{note}</span>}
      </p>
    </div>
  )
}

interface RateProps {
  readonly rate: RateView
  readonly limits: RateLimits | null
  readonly isFlashing: boolean
}

/** The largest thing on the page; smaller decimals, so that the number reads from afar. */
function Rate({ rate, limits, isFlashing }: RateProps) {
  const [whole, tenth] = splitRate(rate.value, limits)
  return (
    <p className={styles.residentRate} data-flash={isFlashing && rate.isCurrent}>
      <b className={clsx(styles.residentRateValue, 'tabular')}>
        {whole}
        {tenth && <small>{tenth}</small>}
      </b>
      <span className={clsx(styles.residentRateNote, 'tabular')}>{rate.note}</span>
    </p>
  )
}

function LastMinute({ slice, zone }: { readonly slice: DeviceSlice | undefined; readonly zone: string }) {
  const { avg = null, min = null, max = null, tracker_ts = null } = slice?.rr_last_mint ?? {}
  const limits = slice?.limits ?? null
  return (
    <Fact
      label={tracker_ts ? m.resident_last_minute_at({ time: clockText(tracker_ts, zone) }) : m.resident_last_minute()}
    >
      {avg === null ? (
        '–'
      ) : (
        <>
          <Rich parts={m.resident_minute_average.parts({ rate: rateText(avg, limits) })} tags={small} />
          <small className={styles.liveRange}>
            {m.resident_minute_range({ least: rateText(min, limits), greatest: rateText(max, limits) })}
          </small>
        </>
      )}
    </Fact>
  )
}

const small = { small: (children: ReactNode) => <small>{children}</small> }

const presences = {
  in: { word: m.resident_in_bed, Icon: IconBed },
  out: { word: m.resident_out_of_bed, Icon: IconBedOff },
  unknown: { word: m.resident_presence_unknown, Icon: IconHelpCircle },
} as const

interface PresenceProps {
  readonly slice: DeviceSlice | undefined
  /** what the sensor says can be so */
  readonly isBelieved: boolean
  readonly at: number
}

/** Shown if the person has switched presence on (SH-18). */
function Presence({ slice, isBelieved, at }: PresenceProps) {
  const { isShowDistance } = useSettings()
  if (!isShowDistance) return null
  const known = slice && isBelieved && !isUnheard(slice, at) ? slice : undefined
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

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.liveFact}>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}
