import { successes } from '@eupnea/contract/messages.ts'
import type { Note } from '@eupnea/contract/notes.ts'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Refusal } from '../shared/form/refusal.tsx'
import { queryClient } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { NoteFields } from './note-fields.tsx'
import { emptyNote, type NoteValues } from './note-values.ts'
import { useNoteForm } from './use-note-form.ts'
import { useSaveNote } from './use-save-note.ts'

/** What is typed and not stored yet is there again when the page is come back to; it is forgotten with the session. */
const draftKey = (patient_id: string) => ['noteDraft', patient_id] as const
queryClient.setQueryDefaults(['noteDraft'], { gcTime: Number.POSITIVE_INFINITY })

export const sayStored = ({ kind }: Pick<Note, 'kind'>): void =>
  sayDone(kind === 'change' ? successes.changeNoteStored : successes.noteStored)

/** Writes a note about the resident of the page, without leaving it (NO-1). */
export function NoteComposer({ patient_id }: { readonly patient_id: string }) {
  const form = useNoteForm(queryClient.getQueryData<NoteValues>(draftKey(patient_id)) ?? emptyNote)
  const { values, formRef, check, refuse, isOfField, reset } = form
  const save = useSaveNote((note) => {
    reset(emptyNote)
    sayStored(note)
  })
  useEffect(() => {
    queryClient.setQueryData(draftKey(patient_id), values)
  }, [patient_id, values])

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
        <NoteFields form={form} label="New note" minRows={2} />
        {save.error && !isOfField(save.error) && <Refusal error={save.error} />}
      </div>
      <Button type="submit" loading={save.isPending}>
        Store note
      </Button>
    </form>
  )
}
