import { noteFields } from '@eupnea/contract/notes.fields.ts'
import { listNoteVersions, type Note, type NoteVersion } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isRefused, useCall } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { Rich } from '../shared/rich.tsx'
import { useWhileHere } from '../shared/while-here.ts'
import { sayStored } from './note-composer.tsx'
import { attachmentOf } from './note-draft.ts'
import { NoteFields } from './note-fields.tsx'
import { placeAndName } from './note-words.ts'
import styles from './notes.module.css'
import { useSaveNote } from './use-save-note.ts'

interface EditNoteProps {
  readonly note: Note
  readonly onClose: () => void
}

/** Changes a note; how it stood before stays in its history (NO-1). */
export function EditNote({ note: initial, onClose }: EditNoteProps) {
  // The list behind the dialog may bring a newer one: the edit was made to this one.
  const [note] = useState(initial)
  /** what the form is compared with, and since when it stands so */
  const [kept, setKept] = useState<Pick<Note, 'note' | 'kind' | 'status'>>(note)
  const [base, setBase] = useState(note.updated_at)
  const [attachment, setAttachment] = useState(attachmentOf(note))
  const form = useRecordForm(noteFields, noRules, kept, null, `edit note ${note.note_id}`)
  const close = useWhileHere(onClose)
  const save = useSaveNote((stored) => {
    sayStored(stored)
    close()
  })

  function submit() {
    const { patient_id } = note
    save.mutate({ patient_id, changes: form.changes, attachment, kept: { note, base } }, { onError: form.refuse })
  }

  function goOnFrom(theirs: NoteVersion) {
    setBase(theirs.written_at)
    setKept(theirs)
    form.dropRefusal()
  }

  return (
    <FormDialog
      title={m.note_edit_title({ resident: placeAndName(note) })}
      act={m.note_save()}
      formRef={form.formRef}
      error={form.refusal}
      isPending={save.isPending}
      isChanged={form.isChanged || attachment.is !== attachmentOf(note).is}
      onAct={() => form.check() && submit()}
      onClose={onClose}
    >
      <div className={styles.noteForm}>
        <NoteFields
          form={form}
          attachment={attachment}
          onAttach={setAttachment}
          minRows={4}
          kept={note.noteFileList[0]}
        />
        {isRefused(form.refusal, 'changed_meanwhile') && (
          <Theirs
            note_id={note.note_id}
            onKeepMine={goOnFrom}
            onTakeTheirs={(theirs) => {
              goOnFrom(theirs)
              form.startAnew(theirs)
              setAttachment(attachmentOf(theirs))
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
    <section className={styles.noteTheirs} aria-label={m.note_theirs_label()}>
      <p className={styles.noteSmall}>
        <Rich parts={m.note_theirs.parts({ person: theirs.written_by })} />
      </p>
      <p className={styles.noteText}>{theirs.note}</p>
      <div className={styles.noteActs}>
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
