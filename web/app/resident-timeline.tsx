import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Icon, IconAlertTriangle, IconCheck, IconFlag3, IconPencil } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import type { ResidentEvent, useResidentEvents } from './resident-events.ts'
import styles from './resident-timeline.module.css'

const step = 8

const kinds: Record<ResidentEvent['kind'], { readonly Icon: Icon; readonly word: () => string }> = {
  notification: { Icon: IconAlertTriangle, word: m.night_mark_notification },
  acknowledged: { Icon: IconCheck, word: m.night_mark_acknowledged },
  note: { Icon: IconPencil, word: m.night_mark_note },
  flag: { Icon: IconFlag3, word: m.resident_event_flag_word },
}

interface ResidentTimelineProps {
  readonly told: ReturnType<typeof useResidentEvents>
  /** the clinic's */
  readonly zone: string
}

/** Notifications, acknowledgements, notes and flags on one line of time, newest first (VI-1). */
export function ResidentTimeline({ told: { events, isLoading, failed }, zone }: ResidentTimelineProps) {
  const [shown, setShown] = useState(step)
  return (
    <Panel title={m.resident_events_title()} note={m.resident_events_note()} span="whole" paper="split">
      {failed ? (
        <Failed error={failed.error!} retry={() => void failed.refetch()} />
      ) : isLoading ? (
        <Loading label={m.resident_events_loading()} />
      ) : events.length === 0 ? (
        <Empty title={m.resident_events_empty_title()}>{m.resident_events_empty()}</Empty>
      ) : (
        <ol className={styles.timeline} aria-label={m.resident_events_title()}>
          {events.slice(0, shown).map(({ key, at, kind, severity, text, detail }) => {
            const { Icon, word } = kinds[kind]
            return (
              <li key={key} data-kind={kind} data-severity={severity}>
                <time className="tabular" dateTime={new Date(at).toISOString()}>
                  {sinceText(at, zone)}
                </time>
                <span className={styles.timelineMark}>
                  <Icon size={16} stroke={1.8} aria-hidden />
                  <span className="visually-hidden">{word()}</span>
                </span>
                <p>
                  {text}
                  {detail && <small>{detail}</small>}
                </p>
              </li>
            )
          })}
        </ol>
      )}
      {events.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown((before) => before + 2 * step)}>
          {m.resident_events_older()}
        </Button>
      )}
    </Panel>
  )
}
