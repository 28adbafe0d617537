import { useCallback, useSyncExternalStore } from 'react'
import { onPersonChange } from '../shared/session.ts'
import { emptyNote, type NoteDraft } from './note-draft.ts'

/** What is typed and not stored yet, by resident: there again when the page is come back to, forgotten with the session. */
const drafts = new Map<string, NoteDraft>()
const listeners = new Set<() => void>()
onPersonChange(() => drafts.clear())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const draftOf = (patient_id: string): NoteDraft => drafts.get(patient_id) ?? emptyNote

export function setDraft(patient_id: string, draft: NoteDraft): void {
  drafts.set(patient_id, draft)
  for (const listener of listeners) listener()
}

/** Ends the draft that is stored; one that has been typed on since is another one, and stays. */
export function endDraft(patient_id: string, { typed, attachment }: NoteDraft): void {
  const draft = draftOf(patient_id)
  const names = Object.keys(typed) as (keyof typeof typed)[]
  if (draft.attachment === attachment && names.every((name) => draft.typed[name] === typed[name]))
    setDraft(patient_id, emptyNote)
}

export function useDraft(patient_id: string) {
  const draft = useSyncExternalStore(subscribe, () => draftOf(patient_id))
  const set = useCallback(
    (change: (before: NoteDraft) => NoteDraft) => setDraft(patient_id, change(draftOf(patient_id))),
    [patient_id],
  )
  return [draft, set] as const
}
