import type { EhrField, EhrRow, EhrRowKind, EhrRun, EhrSource } from '@eupnea/contract/ehr-import.ts'
import { dayText } from '../shared/time.ts'
import { countText } from '../shared/words.ts'

/** An import in words. */

export const sourceNames: Readonly<Record<EhrSource, string>> = { pcc: 'PointClickCare', fhir: 'FHIR R4' }

export const kindWords: Readonly<Record<EhrRowKind, string>> = {
  create: 'New',
  update: 'Changed',
  discharge: 'Discharged',
  ask: 'To decide',
  failed: 'Failed',
  left_out: 'Left out',
  unchanged: 'Unchanged',
}

export const stateWords: Readonly<Record<EhrRun['state'], string>> = {
  reading: 'Reading the EHR',
  preview: 'Waiting for your confirmation',
  applying: 'Importing',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Discarded',
}

export const fieldWords: Readonly<Record<EhrField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  dob: 'Date of birth',
  gender: 'Gender',
  mr_no: 'Record number',
  room: 'Room',
  floor: 'Floor',
  date_of_admission: 'Date of admission',
  status: 'Status',
}

const statusWords: Readonly<Record<string, string>> = { '0': 'deleted', '1': 'active', '2': 'discharged' }

/** A value of a field as people read it. */
export function valueText(field: EhrField, value: string | null): string {
  if (value === null) return 'nothing'
  if (field === 'status') return statusWords[value] ?? value
  return field === 'dob' || field === 'date_of_admission' ? dayText(value) : value
}

export const isAtWork = ({ state }: Pick<EhrRun, 'state'>): boolean => state === 'reading' || state === 'applying'
export const isOpen = (run: Pick<EhrRun, 'state'>): boolean => isAtWork(run) || run.state === 'preview'

/** Rows that will be, or were, written unless somebody leaves them out. */
export const toWrite = ({ counts }: Pick<EhrRun, 'counts'>): number =>
  counts.create + counts.update + counts.discharge + counts.ask

/** How far it is, in one sentence. */
export function progressText(run: EhrRun): string {
  const read = run.rows_announced
    ? `${run.rows_read.toLocaleString('en-GB')} of ${countText(run.rows_announced, 'record')}`
    : countText(run.rows_read, 'record')
  if (run.state === 'reading')
    return `${read} read, ${countText(run.pages, 'page')}.${run.is_second_look ? ' Some who were listed before are missing: looking once more.' : ''}`
  if (run.state === 'applying')
    return `${run.looked_at.toLocaleString('en-GB')} of ${countText(toWrite(run), 'change')} looked at.`
  if (run.state === 'preview') return `${read} read. Nothing has been written yet.`
  if (run.state === 'failed') return `${run.message ?? ''}. ${countText(run.applied, 'change')} written.`
  if (run.state === 'cancelled') return 'Nothing was written.'
  const written = run.applied === 0 ? 'Nothing had to be written' : `${countText(run.applied, 'change')} written`
  return `${read} read. ${written}.`
}

/** 0 to 1; null: it cannot be told. */
export function progressOf(run: EhrRun): number | null {
  if (run.state === 'applying') return toWrite(run) === 0 ? null : run.looked_at / toWrite(run)
  return run.rows_announced && !run.is_second_look ? Math.min(1, run.rows_read / run.rows_announced) : null
}

/** What becomes of a row, once a person has said so or it is done; '' before. */
export function outcomeText({ kind, decision, take, applied, changes }: EhrRow, state: EhrRun['state']): string {
  if (state === 'done' && applied !== null && kind !== 'failed' && kind !== 'left_out' && kind !== 'unchanged')
    return applied ? 'Written' : 'Not written'
  if (decision === 'skip') return 'Left out'
  if (decision === 'new') return 'Added as somebody new'
  if (decision === 'link') return take.includes('status') ? 'Linked and readmitted' : 'Linked'
  if (decision !== 'apply') return ''
  const asked = changes.filter(({ asks }) => asks).length
  return take.length === 0 ? 'Ours stays' : take.length === asked ? 'The EHR’s is taken' : 'Some of each'
}
