import { noteFields } from '@eupnea/contract/notes.fields.ts'
import type { Note } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { Typed } from '../shared/form/record.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { draftOf, endDraft, useDraft } from './drafts.ts'
import { nothing } from './note-draft.ts'
import { NoteFields } from './note-fields.tsx'
import styles from './notes.module.css'
import { useSaveNote } from './use-save-note.ts'

export const sayStored = ({ kind }: Pick<Note, 'kind'>): void =>
  sayDone(kind === 'change' ? m.note_change_save_done() : m.note_save_done())

type NoteTyped = Typed<typeof noteFields>

/** Writes a note about the resident of the page, without leaving it (NO-1). */
export function NoteComposer({ patient_id }: { readonly patient_id: string }) {
  const [draft, setDraft] = useDraft(patient_id)
  const type = useCallback(
    (change: (before: NoteTyped) => NoteTyped) => setDraft((before) => ({ ...before, typed: change(before.typed) })),
    [setDraft],
  )
  const form = useRecordForm(noteFields, noRules, null, null, [draft.typed, type])
  const { attachment = nothing } = draft
  const save = useSaveNote((note, sent) => {
    // The page may have been left meanwhile, or typed on.
    if (sent.draft) endDraft(sent.patient_id, sent.draft)
    form.reset(draftOf(patient_id).typed)
    sayStored(note)
  })

  function submit() {
    save.mutate({ patient_id, changes: form.changes, attachment, draft }, { onError: form.refuse })
  }

  return (
    <form
      ref={form.formRef}
      className={styles.noteComposer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && form.check()) submit()
      }}
    >
      <div className={styles.noteForm}>
        <NoteFields
          form={form}
          attachment={attachment}
          onAttach={(next) => setDraft((before) => ({ ...before, attachment: next }))}
          label={m.note_new_label()}
          minRows={2}
        />
        {form.refusal !== null && <Refusal error={form.refusal} />}
      </div>
      <Button type="submit" loading={save.isPending}>
        {m.note_save()}
      </Button>
    </form>
  )
}
