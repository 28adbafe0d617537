import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayStored } from './note-composer.tsx'
import { NoteFields } from './note-fields.tsx'
import { emptyNote } from './note-values.ts'
import { ResidentChoice } from './resident-choice.tsx'
import { useNoteForm } from './use-note-form.ts'
import { useSaveNote } from './use-save-note.ts'

interface WriteNoteProps {
  readonly clinic: Clinic
  /** whom the list is about already */
  readonly patient_id: string | null
  readonly onClose: () => void
}

/** Writes a note about a resident of the clinic (NO-1). */
export function WriteNote({ clinic, onClose, ...initial }: WriteNoteProps) {
  const [patient_id, setPatient] = useState(initial.patient_id)
  const form = useNoteForm(useState(emptyNote))
  const { values, faults, formRef, check, clear, refuse, isOfField } = form
  const save = useSaveNote((note) => {
    sayStored(note)
    onClose()
  })
  return (
    <FormDialog
      title={m.note_write()}
      act={m.note_save()}
      error={isOfField(save.error) ? null : save.error}
      isPending={save.isPending}
      onAct={() => {
        if (check(patient_id) && patient_id) save.mutate({ patient_id, values }, { onError: refuse })
      }}
      onClose={onClose}
    >
      <div ref={formRef} className="note-form">
        <ResidentChoice
          clinic={clinic}
          label={m.resident_label()}
          placeholder={m.resident_search_hint()}
          data-autofocus={patient_id === null || undefined}
          value={patient_id}
          error={faults.patient_id}
          onChange={(chosen) => {
            setPatient(chosen)
            clear('patient_id')
          }}
        />
        <NoteFields form={form} label={m.note_label()} minRows={4} />
      </div>
    </FormDialog>
  )
}
