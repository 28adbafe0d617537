import { expect, it } from 'vitest'
import { setSession } from '../shared/session.ts'
import { draftOf, endDraft, setDraft } from './drafts.ts'
import { emptyNote } from './note-draft.ts'

const draft = (note: string) => ({ ...emptyNote, typed: { ...emptyNote.typed, note } })
const sent = draft('Slept well')

it('ends a draft that is stored, whoever shows it [NO-1]', () => {
  setDraft('p1', sent)
  // A letter and its removal make no other note.
  setDraft('p1', draft('Slept well.'))
  setDraft('p1', draft('Slept well'))
  endDraft('p1', sent)
  expect(draftOf('p1')).toEqual(emptyNote)
})

it('keeps what has been typed while the note was on its way, and the drafts of others [NO-1]', () => {
  const typed = draft('Slept well\nAsked for water')
  setDraft('p1', typed)
  setDraft('p2', sent)
  endDraft('p1', sent)
  expect([draftOf('p1'), draftOf('p2')]).toEqual([typed, sent])
})

it('keeps none for the next person at the screen [ID-6]', () => {
  setSession({ id: 'u1' } as Parameters<typeof setSession>[0])
  setDraft('p1', sent)
  setSession(null)
  expect(draftOf('p1')).toEqual(emptyNote)
})
