import { useCallback, useSyncExternalStore } from 'react'
import { onPersonChange } from '../shared/session.ts'
import { emptyNote, type NoteValues } from './note-values.ts'

/** What is typed and not stored yet, by resident: there again when the page is come back to, forgotten with the session. */
const drafts = new Map<string, NoteValues>()
const listeners = new Set<() => void>()
onPersonChange(() => drafts.clear())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const draftOf = (patient_id: string): NoteValues => drafts.get(patient_id) ?? emptyNote

export function setDraft(patient_id: string, values: NoteValues): void {
  drafts.set(patient_id, values)
  for (const listener of listeners) listener()
}

/** Ends the draft that is stored; one that has been typed on since is another one, and stays. */
export function endDraft(patient_id: string, stored: NoteValues): void {
  const values = draftOf(patient_id)
  const isSame = (Object.keys(stored) as (keyof NoteValues)[]).every((name) => values[name] === stored[name])
  if (isSame) setDraft(patient_id, emptyNote)
}

export function useDraft(patient_id: string) {
  const values = useSyncExternalStore(subscribe, () => draftOf(patient_id))
  const set = useCallback(
    (change: (before: NoteValues) => NoteValues) => setDraft(patient_id, change(draftOf(patient_id))),
    [patient_id],
  )
  return [values, set] as const
}
