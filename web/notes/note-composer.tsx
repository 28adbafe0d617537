import type { Note } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Refusal } from '../shared/form/refusal.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { endDraft, useDraft } from './drafts.ts'
import { NoteFields } from './note-fields.tsx'
import { useNoteForm } from './use-note-form.ts'
import { useSaveNote } from './use-save-note.ts'

export const sayStored = ({ kind }: Pick<Note, 'kind'>): void =>
  sayDone(kind === 'change' ? m.note_change_save_done() : m.note_save_done())

/** Writes a note about the resident of the page, without leaving it (NO-1). */
export function NoteComposer({ patient_id }: { readonly patient_id: string }) {
  const form = useNoteForm(useDraft(patient_id))
  const { values, formRef, check, refuse, isOfField } = form
  const save = useSaveNote((note, sent) => {
    // The page may have been left meanwhile, or typed on.
    endDraft(sent.patient_id, sent.values)
    sayStored(note)
  })

  return (
    <form
      className="note-composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && check(patient_id)) save.mutate({ patient_id, values }, { onError: refuse })
      }}
    >
      <div ref={formRef} className="note-form">
        <NoteFields form={form} label={m.note_new_label()} minRows={2} />
        {save.error && !isOfField(save.error) && <Refusal error={save.error} />}
      </div>
      <Button type="submit" loading={save.isPending}>
        {m.note_save()}
      </Button>
    </form>
  )
}
