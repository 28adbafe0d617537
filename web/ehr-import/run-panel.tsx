import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  cancelEhrImport,
  confirmEhrImport,
  type EhrRun,
  listEhrImportRows,
  listEhrImports,
} from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { clsx } from 'clsx'
import { useState } from 'react'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { Panel } from '../shared/panel.tsx'
import { clockText, sinceText } from '../shared/time.ts'
import styles from './ehr-import.module.css'
import { isAtWork, limitText, progressOf, progressText, sourceNames, stateWords, toWrite } from './ehr-words.ts'
import { RunRows } from './run-rows.tsx'

interface RunPanelProps {
  readonly clinic: Clinic
  readonly run: EhrRun
}

/** The newest import: how far it is, what it would change, and the two ways to end it (EH-3). */
export function RunPanel({ clinic, run }: RunPanelProps) {
  const [open, setOpen] = useState<'confirm' | 'cancel' | null>(null)
  const isRead = run.state !== 'reading' && run.rows_read + toWrite(run) > 0
  const close = () => setOpen(null)
  return (
    <Panel
      className={styles.ehrRun}
      title={stateWords[run.state]()}
      note={m.ehr_import_started({
        source: sourceNames[run.source](),
        time: sinceText(run.started_at, clinic.tz),
        person: run.started_by,
      })}
      aside={
        <Group gap="xs">
          {(run.state === 'preview' || run.state === 'reading') && (
            <Button variant="default" onClick={() => setOpen('cancel')}>
              {m.ehr_import_discard()}
            </Button>
          )}
          {run.state === 'preview' && <Button onClick={() => setOpen('confirm')}>{m.ehr_import_confirm()}</Button>}
        </Group>
      }
    >
      <p className={clsx(styles.ehrProgress, 'tabular')} role="status" data-failed={run.state === 'failed'}>
        {progressText(run)}
        {run.waits_until && ` ${m.ehr_import_waits({ time: clockText(run.waits_until, clinic.tz) })}`}
      </p>
      {run.limits.map((limit) => (
        <p key={limit.resource} className={styles.ehrNote}>
          {limitText(limit)}
        </p>
      ))}
      {isAtWork(run) && <Bar run={run} />}
      {isAtWork(run) && <p className={styles.ehrNote}>{m.ehr_import_leave_note()}</p>}
      {isRead && <RunRows clinic={clinic} run={run} />}
      {open === 'confirm' && <ConfirmRun clinic={clinic} run={run} onClose={close} />}
      {open === 'cancel' && <CancelRun run={run} onClose={close} />}
    </Panel>
  )
}

/** A bar that fills, or one that only says that something is going on. */
function Bar({ run }: { readonly run: EhrRun }) {
  const part = progressOf(run)
  return (
    <progress
      className={styles.ehrBar}
      aria-label={stateWords[run.state]()}
      {...(part === null ? {} : { value: part, max: 1 })}
    />
  )
}

interface EndRunProps {
  readonly run: EhrRun
  readonly onClose: () => void
}

function ConfirmRun({ clinic, run, onClose }: EndRunProps & { readonly clinic: Clinic }) {
  const { create, update, discharge } = run.counts
  const what = [
    create > 0 && m.ehr_import_confirm_add({ count: create }),
    update > 0 && m.ehr_import_confirm_change({ count: update }),
    discharge > 0 && m.ehr_import_confirm_discharge({ count: discharge }),
  ].filter((part) => part !== false)
  return (
    <QuestionDialog
      call={confirmEhrImport}
      input={{ run_id: run.run_id }}
      invalidates={[listEhrImports, listEhrImportRows]}
      done={m.ehr_import_confirm_done()}
      title={m.ehr_import_confirm_question({ clinic: clinic.name })}
      act={m.ehr_import_confirm_act()}
      onClose={onClose}
    >
      <p>{what.length > 0 ? [...what, m.ehr_import_confirm_skip()].join(' ') : m.ehr_import_confirm_decisions()}</p>
      {run.undecided > 0 && <p>{m.ehr_import_undecided({ count: run.undecided })}</p>}
    </QuestionDialog>
  )
}

function CancelRun({ run, onClose }: EndRunProps) {
  return (
    <QuestionDialog
      call={cancelEhrImport}
      input={{ run_id: run.run_id }}
      invalidates={[listEhrImports]}
      done={m.ehr_import_discard_done()}
      title={m.ehr_import_discard_question()}
      act={m.ehr_import_discard_act()}
      isDanger
      onClose={onClose}
    >
      <p>{m.ehr_import_discard_warning()}</p>
    </QuestionDialog>
  )
}
