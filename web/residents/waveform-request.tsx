import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { Panel } from '../shared/panel.tsx'
import styles from './waveform-panel.module.css'
import { WaveformPanel } from './waveform-panel.tsx'

/** The waveform comes when somebody asks for it: it is looked at rarely, and takes a connection of its own (VI-1). */
export function WaveformRequest(props: Omit<ComponentProps<typeof WaveformPanel>, 'onHide'>) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <WaveformPanel {...props} onHide={() => setAsked(false)} />
  return (
    <Panel
      title={m.resident_waveform()}
      span="whole"
      className={styles.waveformRequest}
      aside={
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          {m.resident_waveform_show()}
        </Button>
      }
    >
      {null}
    </Panel>
  )
}
