import type { Clinic } from '@eupnea/contract/clinics.ts'
import { notedFields } from '@eupnea/contract/notes.fields.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { useWhileHere } from '../shared/while-here.ts'
import { sayStored } from './note-composer.tsx'
import { newNote, nothing } from './note-draft.ts'
import { NoteFields } from './note-fields.tsx'
import styles from './notes.module.css'
import { ResidentChoice } from './resident-choice.tsx'
import { useSaveNote } from './use-save-note.ts'

interface WriteNoteProps {
  readonly clinic: Clinic
  /** whom the list is about already */
  readonly patient_id: string | null
  readonly onClose: () => void
}

/** Writes a note about a resident of the clinic (NO-1). */
export function WriteNote({ clinic, onClose, patient_id: first }: WriteNoteProps) {
  const form = useRecordForm(
    notedFields,
    noRules,
    null,
    { ...newNote, patient_id: first },
    `note in ${clinic.id} ${first}`,
  )
  const [attachment, setAttachment] = useState(nothing)
  const close = useWhileHere(onClose)
  const save = useSaveNote((note) => {
    sayStored(note)
    close()
  })

  function submit() {
    const { patient_id = '', ...changes } = form.changes
    save.mutate({ patient_id, changes, attachment }, { onError: form.refuse })
  }

  return (
    <FormDialog
      title={m.note_write()}
      act={m.note_save()}
      formRef={form.formRef}
      error={form.refusal}
      isPending={save.isPending}
      isChanged={form.isChanged || attachment.is !== 'none'}
      onAct={() => form.check() && submit()}
      onClose={onClose}
    >
      <div className={styles.noteForm}>
        <div data-field="patient_id">
          <ResidentChoice
            clinic={clinic}
            label={notedFields.patient_id.label()}
            placeholder={m.resident_search_hint()}
            data-autofocus={first === null || undefined}
            value={form.values.patient_id || null}
            error={form.faults.patient_id}
            onChange={(chosen) => form.change({ patient_id: chosen ?? '' })}
          />
        </div>
        <NoteFields form={form} attachment={attachment} onAttach={setAttachment} minRows={4} isFirst={first !== null} />
      </div>
    </FormDialog>
  )
}
