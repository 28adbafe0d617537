import { listNoteVersions, type Note, type NoteVersion } from '@eupnea/contract/notes.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isRefused, useCall } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayStored } from './note-composer.tsx'
import { NoteFields } from './note-fields.tsx'
import { type NoteValues, valuesOf } from './note-values.ts'
import { placeAndName } from './note-words.ts'
import { useNoteForm } from './use-note-form.ts'
import { useSaveNote } from './use-save-note.ts'

interface EditNoteProps {
  readonly note: Note
  readonly onClose: () => void
}

/** Changes a note; how it stood before stays in its history (NO-1). */
export function EditNote({ note: initial, onClose }: EditNoteProps) {
  // The list behind the dialog may bring a newer one: the edit was made to this one.
  const [note] = useState(initial)
  const [base, setBase] = useState(note.updated_at)
  const [values, setValues] = useState<NoteValues>(valuesOf(note))
  const form = useNoteForm([values, setValues])
  const { formRef, check, refuse, isOfField } = form
  const save = useSaveNote((stored) => {
    sayStored(stored)
    onClose()
  })
  const isConflict = isRefused(save.error, 'changed_meanwhile')
  return (
    <FormDialog
      title={`Edit the note about ${placeAndName(note)}`}
      act="Store note"
      error={isOfField(save.error) ? null : save.error}
      isPending={save.isPending}
      onAct={() => {
        if (check(note.patient_id))
          save.mutate({ patient_id: note.patient_id, values, kept: { note, base } }, { onError: refuse })
      }}
      onClose={onClose}
    >
      <div ref={formRef} className="note-form">
        <NoteFields form={form} label="Note" minRows={4} kept={note.noteFileList[0]} />
        {isConflict && (
          <Theirs
            note_id={note.note_id}
            onKeepMine={(theirs) => {
              setBase(theirs.written_at)
              save.reset()
            }}
            onTakeTheirs={(theirs) => {
              setBase(theirs.written_at)
              setValues(valuesOf(theirs))
              save.reset()
            }}
          />
        )}
      </div>
    </FormDialog>
  )
}

interface TheirsProps {
  readonly note_id: string
  readonly onKeepMine: (theirs: NoteVersion) => void
  readonly onTakeTheirs: (theirs: NoteVersion) => void
}

/** What somebody else has stored meanwhile, and the way on from there. */
function Theirs({ note_id, onKeepMine, onTakeTheirs }: TheirsProps) {
  const { data } = useCall(listNoteVersions, { note_id, page: 1, page_size: 1 }, { staleTime: 0 })
  const theirs = data?.items[0]
  if (!theirs) return null
  return (
    <section className="note-theirs" aria-label="The note as it stands now">
      <p className="note-small">{theirs.written_by} has stored this, and it stays in the history:</p>
      <p className="note-text">{theirs.note}</p>
      <div className="note-acts">
        <Button size="compact-md" variant="default" onClick={() => onTakeTheirs(theirs)}>
          Go on from theirs
        </Button>
        <Button size="compact-md" variant="default" onClick={() => onKeepMine(theirs)}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}
