import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import {
  type Icon,
  IconCircleDashed,
  IconClockExclamation,
  IconPlugConnected,
  IconPlugConnectedX,
  IconWaveSine,
  IconWaveSquare,
} from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { Empty, Loading, Stale } from '../shared/states.tsx'
import { ageText, lostSinceText, now } from '../shared/time.ts'
import { RrTrace } from './rr-trace.tsx'
import { useWaveform } from './use-waveform.ts'
import { WaveformChart } from './waveform-chart.tsx'
import styles from './waveform-panel.module.css'
import type { WaveformState } from './waveform-state.ts'

/** CSS pixels; the block keeps its size in all of its states. */
const height = 288

interface WaveformPanelProps {
  readonly clinic_id: string
  readonly patient_id: string
  readonly device_id: string
  readonly zone: string
  readonly limits: RateLimits
  readonly onHide: () => void
}

/** Chest movement breath by breath, or what the sensor has in its place (LI-8). */
export function WaveformPanel({ clinic_id, patient_id, device_id, zone, limits, onHide }: WaveformPanelProps) {
  const { state, waveform } = useWaveform(clinic_id, patient_id, device_id)
  const isOld = state.show === 'stale' || state.show === 'reconnecting'
  const hasLine = waveform?.lastChunkAt != null
  return (
    <Panel
      title={state.show === 'none' ? m.resident_waveform_rate() : m.resident_waveform()}
      note={state.show === 'none' ? m.resident_rate_each_value() : m.resident_waveform_unit()}
      span="whole"
      aside={
        <>
          <StateWord state={state} />
          <Button size="xs" variant="default" onClick={onHide}>
            {m.resident_waveform_hide()}
          </Button>
        </>
      }
    >
      <div className={styles.waveformBody} style={{ minHeight: height }}>
        <Explanation state={state} zone={zone} hasLine={hasLine} />
        {state.show !== 'refused' && hasLine && <WaveformChart waveform={waveform} zone={zone} isOld={isOld} />}
        {state.show === 'none' && <RrTrace patient_id={patient_id} device_id={device_id} zone={zone} limits={limits} />}
      </div>
    </Panel>
  )
}

const stateWords: Record<WaveformState['show'], { word: () => string; Icon: Icon }> = {
  connecting: { word: m.resident_waveform_connecting, Icon: IconCircleDashed },
  waiting: { word: m.resident_waveform_waiting, Icon: IconCircleDashed },
  offline: { word: m.resident_waveform_offline, Icon: IconPlugConnectedX },
  none: { word: m.resident_waveform_none, Icon: IconWaveSquare },
  flowing: { word: m.resident_waveform_live, Icon: IconWaveSine },
  stale: { word: m.resident_waveform_old, Icon: IconClockExclamation },
  reconnecting: { word: m.resident_waveform_reconnecting, Icon: IconPlugConnected },
  refused: { word: m.resident_waveform_closed, Icon: IconPlugConnectedX },
}

function StateWord({ state }: { readonly state: WaveformState }) {
  const { word, Icon } = stateWords[state.show]
  return (
    <span className={styles.waveformState} data-show={state.show} role="status">
      <Icon size={16} stroke={1.8} aria-hidden />
      {word()}
    </span>
  )
}

interface ExplanationProps {
  readonly state: WaveformState
  readonly zone: string
  /** there is a line below, even if an old one */
  readonly hasLine: boolean
}

/** What is wrong, and what comes next; nothing while the line runs. */
function Explanation({ state, zone, hasLine }: ExplanationProps) {
  switch (state.show) {
    case 'flowing':
    case 'none':
      return null
    case 'connecting':
      return hasLine ? null : <Loading label={m.resident_waveform_connecting_label()} />
    case 'waiting':
      return <Loading label={m.resident_waveform_waiting_label()} />
    case 'offline':
      return <Empty title={m.resident_waveform_offline()}>{m.resident_waveform_offline_help()}</Empty>
    case 'stale':
      return <Stale>{m.resident_waveform_stale({ age: ageText(now() - state.since) })}</Stale>
    case 'reconnecting': {
      const text = m.resident_waveform_lost({ time: lostSinceText(state.since, zone) })
      return hasLine ? <Stale>{text}</Stale> : <Loading label={text} />
    }
    case 'refused':
      return state.why === 'forbidden' ? (
        <Empty title={m.resident_waveform_forbidden_title()}>{m.resident_waveform_forbidden()}</Empty>
      ) : (
        <Empty title={m.resident_waveform_moved_title()}>{m.resident_waveform_moved()}</Empty>
      )
  }
}
