import { listStatusLogs } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { dateTimeText } from '../shared/time.ts'
import { FlagBadge } from './flag-badge.tsx'
import './flag-log.css'

const step = 10
/** Maximum in one answer; longer logs belong in a report. */
const most = 200

interface FlagLogProps {
  readonly patient_id: string
  readonly zone: string
  /** takes a row of its own */
  readonly isWide: boolean
}

/** Flag changes, newest first: who, when and why (RE-6). */
export function FlagLog({ patient_id, zone, isWide }: FlagLogProps) {
  const [shown, setShown] = useState(step)
  const query = useCall(
    listStatusLogs,
    { patient_id, page: 1, page_size: shown },
    { placeholderData: (before) => before },
  )
  return (
    <Panel title={m.resident_flag_log_title()} span={isWide ? 'whole' : undefined} isLast>
      <Answer
        query={query}
        label={m.resident_flag_log_loading()}
        zone={zone}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.resident_flag_log_empty_title()}>{m.resident_flag_log_empty()}</Empty>}
      >
        {({ items, pagination }) => (
          <>
            <ol className="flag-log">
              {items.map(({ id, status, note, created_at, created_by }) => (
                <li key={id} data-flag={status}>
                  <div className="flag-log-head">
                    <FlagBadge status={status} />
                    <time className="tabular" dateTime={created_at}>
                      {dateTimeText(created_at, zone)}
                    </time>
                  </div>
                  {note && <p className="flag-log-note">{note}</p>}
                  <p className="flag-log-who">{created_by}</p>
                </li>
              ))}
            </ol>
            {pagination.total_records > items.length && items.length < most && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => setShown((now) => Math.min(now + 2 * step, most))}
              >
                {m.resident_flag_log_older()}
              </Button>
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}
