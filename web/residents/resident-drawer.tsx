import type { Clinic } from '@eupnea/contract/clinics.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { newResidentFields, residentRules } from '@eupnea/contract/residents.fields.ts'
import { type Resident, readResident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { ApiError, useCall } from '../shared/api.ts'
import type { FileChoice } from '../shared/form/file-choice.tsx'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { RecordForm } from '../shared/form/record-form.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Stale } from '../shared/states.tsx'
import { useWhileHere } from '../shared/while-here.ts'
import { FaceSheetField } from './face-sheet-field.tsx'
import styles from './resident-form.module.css'
import { useSaveResident } from './use-save-resident.ts'

interface ResidentDrawerProps {
  readonly clinic: Pick<Clinic, 'id' | 'floors'>
  /** null: a new one */
  readonly resident: Resident | null
  readonly onClose: () => void
  readonly onSaved?: (resident: Resident) => void
}

/** Adds or edits a resident; only changes are sent (RE-2). */
export function ResidentDrawer({ clinic, resident, onClose, onSaved }: ResidentDrawerProps) {
  /** what the form started from */
  const [kept, setKept] = useState(resident)
  const form = useRecordForm(
    newResidentFields,
    residentRules,
    kept,
    null,
    `resident ${resident?.patient_id ?? `of ${clinic.id}`}`,
  )
  const [sheet, setSheet] = useState<FileChoice>({ kind: 'kept' })
  const save = useSaveResident(setKept)
  const close = useWhileHere(onClose)
  const title = kept ? m.resident_edit_title({ resident: residentName(kept) }) : m.resident_add()
  const isChanged = form.isChanged || sheet.kind !== 'kept'
  const { question, closing } = useCloseQuestion(isChanged, save.isPending, title, onClose)
  const now = useNow(kept)
  const isOld = !save.isPending && kept !== null && now !== null && now.updated_at !== kept.updated_at

  async function submit() {
    try {
      const saved = await save.mutateAsync({ clinic, kept, changes: form.changes, sheet })
      sayDone(m.resident_save_done())
      close()
      onSaved?.(saved)
    } catch (error) {
      form.refuse(error)
    }
  }

  function bringIn(record: Resident) {
    form.bringIn(record)
    setKept(record)
  }

  return (
    <Drawer opened position="right" size={600} {...closing} title={title}>
      <RecordForm
        form={form}
        choices={{ floor: clinic.floors }}
        act={kept ? m.common_save() : m.resident_add()}
        isPending={save.isPending}
        onSubmit={() => void submit()}
        onCancel={closing.onClose}
        className={styles.residentForm}
        notice={isOld && <ChangedMeanwhile now={now} names={form.changedIn(now)} onBringIn={() => bringIn(now)} />}
      >
        <FaceSheetField
          resident={kept}
          sheet={sheet}
          fault={form.faults.file}
          onChange={(next, fault) => {
            setSheet(next)
            form.note('file', fault)
          }}
        />
      </RecordForm>
      {question}
    </Drawer>
  )
}

/** The record as it is now, kept up to date by live messages; null if there is none. */
function useNow(kept: Resident | null): Resident | null {
  const { data, error } = useCall(
    readResident,
    { patient_id: kept?.patient_id ?? '' },
    { enabled: kept !== null, staleTime: 0 },
  )
  return error instanceof ApiError && error.status === 404 ? null : (data ?? null)
}

interface ChangedMeanwhileProps {
  readonly now: Resident
  /** labels of the fields that differ */
  readonly names: readonly string[]
  readonly onBringIn: () => void
}

function ChangedMeanwhile({ now, names, onBringIn }: ChangedMeanwhileProps) {
  if (now.status === residentStatus.deleted) return <Stale>{m.resident_deleted_meanwhile()}</Stale>
  const fields = names.join(', ')
  return (
    <Stale act={m.resident_bring_in()} onAct={onBringIn}>
      {fields ? m.resident_edited_fields_meanwhile({ fields }) : m.resident_edited_meanwhile()}
    </Stale>
  )
}
