import { anyConnectionFields } from '@eupnea/contract/ehr-import.fields.ts'
import type { EhrField, EhrRow, EhrRowKind, EhrRun, EhrSource } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { dayText } from '../shared/time.ts'

/** An import in words. */

export const sourceNames: Readonly<Record<EhrSource, () => string>> = anyConnectionFields.source.choices

export const kindWords: Readonly<Record<EhrRowKind, () => string>> = {
  create: m.ehr_import_kind_create,
  update: m.ehr_import_kind_update,
  discharge: m.ehr_import_kind_discharge,
  ask: m.ehr_import_kind_ask,
  failed: m.ehr_import_kind_failed,
  left_out: m.ehr_import_kind_left_out,
  unchanged: m.ehr_import_kind_unchanged,
}

export const stateWords: Readonly<Record<EhrRun['state'], () => string>> = {
  reading: m.ehr_import_state_reading,
  preview: m.ehr_import_state_preview,
  applying: m.ehr_import_state_applying,
  done: m.ehr_import_state_done,
  failed: m.ehr_import_state_failed,
  cancelled: m.ehr_import_state_cancelled,
}

const statusWords: Readonly<Record<string, () => string>> = {
  '0': m.ehr_import_status_deleted,
  '1': m.ehr_import_status_active,
  '2': m.ehr_import_status_discharged,
}

/** A value of a field as people read it. */
export function valueText(field: EhrField, value: string | null): string {
  if (value === null) return m.ehr_import_value_none()
  if (field === 'status') return statusWords[value]?.() ?? value
  return field === 'dob' || field === 'date_of_admission' ? dayText(value) : value
}

export const isAtWork = ({ state }: Pick<EhrRun, 'state'>): boolean => state === 'reading' || state === 'applying'
export const isOpen = (run: Pick<EhrRun, 'state'>): boolean => isAtWork(run) || run.state === 'preview'

/** Rows that will be, or were, written unless somebody leaves them out. */
export const toWrite = ({ counts }: Pick<EhrRun, 'counts'>): number =>
  counts.create + counts.update + counts.discharge + counts.ask

/** How far it is, in a sentence or two. */
export function progressText(run: EhrRun): string {
  const read = run.rows_announced
    ? m.ehr_import_read_of({ read: numberText(run.rows_read), count: run.rows_announced })
    : m.ehr_import_read({ count: run.rows_read })
  const written = m.ehr_import_written({ count: run.applied })
  if (run.state === 'reading') {
    const again = run.is_second_look ? [m.ehr_import_second_look()] : []
    return [read, m.ehr_import_pages({ count: run.pages }), ...again].join(' ')
  }
  if (run.state === 'applying') return m.ehr_import_checked({ checked: numberText(run.looked_at), count: toWrite(run) })
  if (run.state === 'preview')
    return `${read} ${run.applied > 0 ? m.ehr_import_partly_written({ count: run.applied }) : m.ehr_import_unwritten()}`
  if (run.state === 'failed') return `${run.message ?? ''}. ${written}`
  if (run.state === 'cancelled') return m.ehr_import_cancelled_note()
  return `${read} ${run.applied === 0 ? m.ehr_import_written_none() : written}`
}

/** What the EHR didn't give, and what follows from it (EH-4). */
export function limitText({ resource, status }: EhrRun['limits'][number]): string {
  if (status === null) return m.ehr_import_limit_encounter_none()
  const said = { status: String(status) }
  return resource === 'Encounter' ? m.ehr_import_limit_encounter(said) : m.ehr_import_limit_location(said)
}

/** 0 to 1; null: it cannot be told. */
export function progressOf(run: EhrRun): number | null {
  if (run.state === 'applying') return toWrite(run) === 0 ? null : run.looked_at / toWrite(run)
  return run.rows_announced && !run.is_second_look ? Math.min(1, run.rows_read / run.rows_announced) : null
}

/** What becomes of a row, once a person has said so or it is done; '' before. */
export function outcomeText({ kind, decision, take, applied, changes }: EhrRow, state: EhrRun['state']): string {
  if (
    (state === 'done' || state === 'preview') &&
    applied !== null &&
    kind !== 'failed' &&
    kind !== 'left_out' &&
    kind !== 'unchanged'
  )
    return applied ? m.ehr_import_outcome_written() : m.ehr_import_outcome_unwritten()
  if (decision === 'skip') return m.ehr_import_outcome_skip()
  if (decision === 'new') return m.ehr_import_outcome_new()
  if (decision === 'link')
    return take.includes('status') ? m.ehr_import_outcome_link_readmitted() : m.ehr_import_outcome_link()
  if (decision !== 'apply') return ''
  const asked = changes.filter(({ asks }) => asks).length
  return take.length === 0
    ? m.ehr_import_outcome_ours()
    : take.length === asked
      ? m.ehr_import_outcome_theirs()
      : m.ehr_import_outcome_both()
}
