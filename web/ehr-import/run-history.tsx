import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { EhrRun } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Panel } from '../shared/panel.tsx'
import rowStyles from '../shared/panel-rows.module.css'
import { sinceText } from '../shared/time.ts'
import styles from './ehr-import.module.css'
import { progressText, stateWords } from './ehr-words.ts'

interface RunHistoryProps {
  readonly clinic: Clinic
  readonly runs: readonly EhrRun[]
}

/** What earlier imports did (EH-3). */
export function RunHistory({ clinic, runs }: RunHistoryProps) {
  if (runs.length === 0) return null
  return (
    <Panel title={m.ehr_import_history_title()}>
      <ol className={rowStyles.panelRows}>
        {runs.map((run) => (
          <li key={run.run_id}>
            <b>{stateWords[run.state]()}</b>
            <span className="tabular">{sinceText(run.started_at, clinic.tz)}</span>
            <span className={styles.ehrNote}>{progressText(run)}</span>
            <span className={styles.ehrNote}>
              {run.confirmed_by
                ? m.ehr_import_confirmed_by({ person: run.confirmed_by })
                : m.ehr_import_started_by({ person: run.started_by })}
            </span>
            <span className={styles.ehrNote}>
              {run.counts.failed > 0 && m.ehr_import_failed_count({ count: numberText(run.counts.failed) })}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
