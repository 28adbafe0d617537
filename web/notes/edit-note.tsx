import { listNoteVersions, type Note, type NoteVersion } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isRefused, useCall } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { Rich } from '../shared/rich.tsx'
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
      title={m.note_edit_title({ resident: placeAndName(note) })}
      act={m.note_save()}
      error={isOfField(save.error) ? null : save.error}
      isPending={save.isPending}
      onAct={() => {
        if (check(note.patient_id))
          save.mutate({ patient_id: note.patient_id, values, kept: { note, base } }, { onError: refuse })
      }}
      onClose={onClose}
    >
      <div ref={formRef} className="note-form">
        <NoteFields form={form} label={m.note_label()} minRows={4} kept={note.noteFileList[0]} />
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
    <section className="note-theirs" aria-label={m.note_theirs_label()}>
      <p className="note-small">
        <Rich parts={m.note_theirs.parts({ person: theirs.written_by })} />
      </p>
      <p className="note-text">{theirs.note}</p>
      <div className="note-acts">
        <Button size="compact-md" variant="default" onClick={() => onTakeTheirs(theirs)}>
          {m.note_take_theirs()}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => onKeepMine(theirs)}>
          {m.note_keep_mine()}
        </Button>
      </div>
    </section>
  )
}
