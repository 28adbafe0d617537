import { rateText } from '@eupnea/contract/rules/severity.ts'
import type { ReactNode } from 'react'
import {
  type Icon,
  IconBed,
  IconBedOff,
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
import { useSettings } from '../shared/settings.ts'
import { clockText, decimalText, spanText, useNow } from '../shared/time.ts'
import { type RateView, rateViewOf } from './rate-view.ts'
import { ScoreBar } from './score-bar.tsx'
import './live-panel.css'

const toneIcons: Record<RateView['tone'], Icon> = {
  usual: IconCircleCheck,
  low: IconTriangleInvertedFilled,
  high: IconTriangleFilled,
  extreme: IconChevronsUp,
  off: IconClockExclamation,
}

/** The newest values of the resident's device. */
export function LivePanel({ device_id, zone }: { readonly device_id: string; readonly zone: string }) {
  const slice = useDevice(device_id)
  const at = useNow()
  const rate = rateViewOf(slice, at, zone)
  const isOffline = slice?.status !== 1
  return (
    <Panel title="Now" className="live-panel" aside={<RateWord rate={rate} isOffline={isOffline} />}>
      <div className="live-block" data-tone={rate.tone} data-offline={isOffline}>
        <Rate rate={rate} isFlashing={!!slice && at < slice.flashUntil} />
        {slice?.alert10min && !isOffline && (
          <p className="live-long" data-tone={rate.tone}>
            <IconClockExclamation size={18} stroke={1.8} aria-hidden />
            Average of 10 minutes out of range
          </p>
        )}
        <ScoreBar
          score={slice?.r_score ?? { upper_score: 0, lower_score: 0 }}
          isKnown={!isOffline && slice.ts !== null && !isUnheard(slice, at)}
        />
        <dl className="live-facts">
          <LastMinute slice={slice} zone={zone} />
          <Presence slice={slice} at={at} />
          <Fact label="Time in bed, 24 h">{slice?.timeInBed == null ? '–' : `${decimalText(slice.timeInBed)} h`}</Fact>
        </dl>
      </div>
    </Panel>
  )
}

function RateWord({ rate, isOffline }: { readonly rate: RateView; readonly isOffline: boolean }) {
  const Icon = isOffline ? IconPlugConnectedX : toneIcons[rate.tone]
  return (
    <span className="resident-rate-word" data-tone={rate.tone}>
      <Icon size={15} aria-hidden />
      {rate.word}
    </span>
  )
}

/** The largest thing on the page; decimals smaller, so that the number reads from afar. */
function Rate({ rate, isFlashing }: { readonly rate: RateView; readonly isFlashing: boolean }) {
  const [whole, decimals] = rateText(rate.value).split('.')
  return (
    <p className="resident-rate" data-flash={isFlashing && rate.isCurrent}>
      <b className="resident-rate-value tabular">
        {whole}
        {decimals && <small>.{decimals}</small>}
      </b>
      <span className="resident-rate-note tabular">{rate.note}</span>
    </p>
  )
}

function LastMinute({ slice, zone }: { readonly slice: DeviceSlice | undefined; readonly zone: string }) {
  const { avg = null, min = null, max = null, tracker_ts = null } = slice?.rr_last_mint ?? {}
  return (
    <Fact label={tracker_ts ? `Last minute (${clockText(tracker_ts, zone)})` : 'Last minute'}>
      {avg === null ? (
        '–'
      ) : (
        <>
          {rateText(avg)} <small>average</small>
          <small className="live-range">
            {rateText(min)} lowest · {rateText(max)} highest
          </small>
        </>
      )}
    </Fact>
  )
}

const presences = {
  in: { word: 'In bed', Icon: IconBed },
  out: { word: 'Out of bed', Icon: IconBedOff },
  unknown: { word: 'Unknown', Icon: IconHelpCircle },
} as const

/** Shown when the person at the screen wants presence shown (SH-18). */
function Presence({ slice, at }: { readonly slice: DeviceSlice | undefined; readonly at: number }) {
  const { isShowDistance } = useSettings()
  if (!isShowDistance) return null
  const known = slice && !isUnheard(slice, at) ? slice : undefined
  const { word, Icon } = presences[known?.presence ?? 'unknown']
  const since = known?.presenceSince ?? null
  return (
    <Fact label="Presence">
      <span className="live-presence">
        <Icon size={18} stroke={1.7} aria-hidden />
        {word}
      </span>
      <small className="live-range">
        {since !== null && at - since >= 60_000
          ? `for ${spanText(at - since)}`
          : known?.dist_rr != null
            ? `breathing ${decimalText(known.dist_rr)} m away`
            : null}
      </small>
    </Fact>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="live-fact">
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}
