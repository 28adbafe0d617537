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
import { ageText, now, sinceText } from '../shared/time.ts'
import { RrTrace } from './rr-trace.tsx'
import { useWaveform } from './use-waveform.ts'
import { WaveformChart } from './waveform-chart.tsx'
import type { WaveformState } from './waveform-state.ts'
import './waveform-panel.css'

/** CSS pixels; the block keeps its size in all of its states. */
const height = 288

interface WaveformPanelProps {
  readonly clinic_id: string
  readonly patient_id: string
  readonly device_id: string
  readonly zone: string
}

/** Chest movement breath by breath, or what the sensor has in its place (LI-8). */
export function WaveformPanel({ clinic_id, patient_id, device_id, zone }: WaveformPanelProps) {
  const { state, waveform, connect, disconnect } = useWaveform(clinic_id, patient_id, device_id)
  const isOpen = state.show !== 'disconnected' && state.show !== 'refused'
  const isOld = state.show === 'stale' || state.show === 'reconnecting'
  const hasLine = waveform?.lastChunkAt != null
  return (
    <Panel
      title={state.show === 'none' ? 'Live respiration rate' : 'Live waveform'}
      note={state.show === 'none' ? 'BrPM, single values' : 'Chest movement, mm'}
      className="waveform-panel"
      aside={
        <>
          <StateWord state={state} />
          <Button size="xs" {...(isOpen && { variant: 'default' })} onClick={isOpen ? disconnect : connect}>
            {isOpen ? 'Disconnect' : 'Connect'}
          </Button>
        </>
      }
    >
      <div className="waveform-body" style={{ minHeight: height }}>
        <Explanation state={state} zone={zone} hasLine={hasLine} />
        {isOpen && hasLine && <WaveformChart waveform={waveform} zone={zone} isOld={isOld} />}
        {state.show === 'none' && <RrTrace patient_id={patient_id} device_id={device_id} zone={zone} />}
      </div>
    </Panel>
  )
}

const stateWords: Record<WaveformState['show'], { word: string; Icon: Icon }> = {
  disconnected: { word: 'Disconnected', Icon: IconPlugConnectedX },
  connecting: { word: 'Connecting', Icon: IconCircleDashed },
  waiting: { word: 'Waiting', Icon: IconCircleDashed },
  offline: { word: 'Sensor not connected', Icon: IconPlugConnectedX },
  none: { word: 'No waveform', Icon: IconWaveSquare },
  flowing: { word: 'Live', Icon: IconWaveSine },
  stale: { word: 'Old', Icon: IconClockExclamation },
  reconnecting: { word: 'Reconnecting', Icon: IconPlugConnected },
  refused: { word: 'Not connected', Icon: IconPlugConnectedX },
}

function StateWord({ state }: { readonly state: WaveformState }) {
  const { word, Icon } = stateWords[state.show]
  return (
    <span className="waveform-state" data-show={state.show} role="status">
      <Icon size={16} stroke={1.8} aria-hidden />
      {word}
    </span>
  )
}

interface ExplanationProps {
  readonly state: WaveformState
  readonly zone: string
  /** there is a line below, if an old one */
  readonly hasLine: boolean
}

/** What is the matter, and what comes next; nothing while the line runs. */
function Explanation({ state, zone, hasLine }: ExplanationProps) {
  switch (state.show) {
    case 'flowing':
    case 'none':
      return null
    case 'connecting':
      return hasLine ? null : <Loading label="Connecting to the sensor" />
    case 'waiting':
      return <Loading label="Waiting for the waveform" />
    case 'offline':
      return <Empty title="The sensor is not connected">The waveform starts by itself when the sensor is back.</Empty>
    case 'stale':
      return <Stale>No new samples: the line is what came last, {ageText(now() - state.since)}.</Stale>
    case 'reconnecting': {
      const text = `No connection to the portal since ${sinceText(state.since, zone)}. Trying again.`
      return hasLine ? <Stale>{text}</Stale> : <Loading label={text.replace(/\.$/, '')} />
    }
    case 'refused':
      return state.why === 'forbidden' ? (
        <Empty title="No access to this waveform">Your account may not watch this resident live.</Empty>
      ) : (
        <Empty title="This device is not with this resident any more">
          Reload the page to see where the resident is now.
        </Empty>
      )
    case 'disconnected':
      return <Empty title="Not connected">Connect to watch the chest move, breath by breath.</Empty>
  }
}
