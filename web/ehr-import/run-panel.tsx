import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  cancelEhrImport,
  confirmEhrImport,
  type EhrRun,
  listEhrImportRows,
  listEhrImports,
} from '@eupnea/contract/ehr-import.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { clockText, sinceText } from '../shared/time.ts'
import { countText } from '../shared/words.ts'
import { isAtWork, progressOf, progressText, sourceNames, stateWords, toWrite } from './ehr-words.ts'
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
    <section className="ehr-panel" aria-labelledby="ehr-run" data-state={run.state}>
      <header className="ehr-head">
        <h2 id="ehr-run">{stateWords[run.state]}</h2>
        <span className="ehr-note">
          {sourceNames[run.source]}, started {sinceText(run.started_at, clinic.tz)} by {run.started_by}
        </span>
        <div className="ehr-aside">
          {(run.state === 'preview' || run.state === 'reading') && (
            <Button variant="default" onClick={() => setOpen('cancel')}>
              Discard
            </Button>
          )}
          {run.state === 'preview' && <Button onClick={() => setOpen('confirm')}>Confirm import</Button>}
        </div>
      </header>
      <p className="ehr-progress tabular" role="status" data-failed={run.state === 'failed'}>
        {progressText(run)}
        {run.waits_until && ` The EHR asked to be left alone until ${clockText(run.waits_until, clinic.tz)}.`}
      </p>
      {isAtWork(run) && <Bar run={run} />}
      {isAtWork(run) && (
        <p className="ehr-note">You can leave this page; the import goes on and is here when you come back.</p>
      )}
      {isRead && <RunRows clinic={clinic} run={run} />}
      {open === 'confirm' && <ConfirmRun clinic={clinic} run={run} onClose={close} />}
      {open === 'cancel' && <CancelRun run={run} onClose={close} />}
    </section>
  )
}

/** A bar that fills, or one that only says that something is going on. */
function Bar({ run }: { readonly run: EhrRun }) {
  const part = progressOf(run)
  return (
    <progress
      className="ehr-bar"
      aria-label={stateWords[run.state]}
      {...(part === null ? {} : { value: part, max: 1 })}
    />
  )
}

interface EndRunProps {
  readonly run: EhrRun
  readonly onClose: () => void
}

function ConfirmRun({ clinic, run, onClose }: EndRunProps & { readonly clinic: Clinic }) {
  const confirmation = useSend(confirmEhrImport, {
    invalidates: [listEhrImports, listEhrImportRows],
    onSuccess: () => {
      sayDone('Import confirmed')
      onClose()
    },
  })
  const { create, update, discharge } = run.counts
  const what = [
    create > 0 && `add ${countText(create, 'resident')}`,
    update > 0 && `change ${update.toLocaleString('en-GB')}`,
    discharge > 0 && `discharge ${discharge.toLocaleString('en-GB')}`,
  ].filter((part) => part !== false)
  return (
    <FormDialog
      title={`Import into ${clinic.name}?`}
      act="Import"
      error={confirmation.error}
      isPending={confirmation.isPending}
      onAct={() => confirmation.mutate({ run_id: run.run_id })}
      onClose={onClose}
    >
      <p>
        {what.length > 0
          ? `This will ${what.join(', ')}, except for rows that you have left out.`
          : 'Your decisions are written.'}
      </p>
      {run.undecided > 0 && (
        <p>
          {countText(run.undecided, 'row')} nobody has decided yet {run.undecided === 1 ? 'stays' : 'stay'} as here and{' '}
          {run.undecided === 1 ? 'comes' : 'come'} up again in the next import.
        </p>
      )}
      {discharge > 0 && <p>Discharged residents free their devices.</p>}
    </FormDialog>
  )
}

function CancelRun({ run, onClose }: EndRunProps) {
  const cancellation = useSend(cancelEhrImport, {
    invalidates: [listEhrImports],
    onSuccess: () => {
      sayDone('Import discarded')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Discard this import?"
      act="Discard import"
      isDanger
      error={cancellation.error}
      isPending={cancellation.isPending}
      onAct={() => cancellation.mutate({ run_id: run.run_id })}
      onClose={onClose}
    >
      <p>Nothing of it has been written, and nothing will be. Decisions made in the preview are lost.</p>
    </FormDialog>
  )
}
