import { useCallback, useSyncExternalStore } from 'react'
import { dropDraft, keepDraft, readDraft, subscribeToDrafts } from '../shared/drafts.ts'
import { emptyNote, type NoteDraft } from './note-draft.ts'

/** Notes that are typed and not stored yet, by resident: there again when the page is come back to. */

const keyOf = (patient_id: string) => `note ${patient_id}`

export const draftOf = (patient_id: string): NoteDraft => readDraft(keyOf(patient_id)) ?? emptyNote

export const setDraft = (patient_id: string, draft: NoteDraft): void => keepDraft(keyOf(patient_id), draft)

/** Ends the draft that is stored; one that has been typed on since is another one, and stays. */
export function endDraft(patient_id: string, { typed, attachment }: NoteDraft): void {
  const draft = draftOf(patient_id)
  const names = Object.keys(typed) as (keyof typeof typed)[]
  if (draft.attachment === attachment && names.every((name) => draft.typed[name] === typed[name]))
    dropDraft(keyOf(patient_id))
}

export function useDraft(patient_id: string) {
  const draft = useSyncExternalStore(subscribeToDrafts, () => draftOf(patient_id))
  const set = useCallback(
    (change: (before: NoteDraft) => NoteDraft) => setDraft(patient_id, change(draftOf(patient_id))),
    [patient_id],
  )
  return [draft, set] as const
}
