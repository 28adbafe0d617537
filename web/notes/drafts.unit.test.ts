import { afterEach, expect, it, vi } from 'vitest'
import { carryDrafts, dropDrafts, leaveDraftsTo, takeCarriedDrafts } from '../shared/drafts.ts'
import { setSession } from '../shared/session.ts'
import { draftOf, endDraft, setDraft } from './drafts.ts'
import { emptyNote } from './note-draft.ts'

afterEach(() => {
  dropDrafts()
  vi.unstubAllGlobals()
})

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

/** As `settleIn` and the reload of a page do it. */
function reload(): void {
  carryDrafts()
  dropDrafts()
  takeCarriedDrafts()
}

it('keeps it over the end of the session and a reload for who typed it, and for nobody else [NO-1] [ID-6] [SH-19]', () => {
  vi.stubGlobal('window', { name: '' })
  for (const again of [() => {}, reload]) {
    leaveDraftsTo('u1')
    setSession({ id: 'u1' } as Parameters<typeof setSession>[0])
    setDraft('p1', sent)
    setSession(null)
    again()
    leaveDraftsTo('u1')
    expect(draftOf('p1')).toEqual(sent)
    again()
    leaveDraftsTo('u2')
    expect(draftOf('p1')).toEqual(emptyNote)
    leaveDraftsTo('u1')
    expect(draftOf('p1')).toEqual(emptyNote)
  }
})

it('carries no file over a reload, and leaves nothing in the window’s name [NO-1] [SH-19]', () => {
  const window = { name: 'of somebody else' }
  vi.stubGlobal('window', window)
  takeCarriedDrafts()
  expect(window.name).toBe('of somebody else')
  setDraft('p1', { ...sent, attachment: { is: 'chosen', file: new File(['x'], 'x.pdf') } })
  reload()
  expect(draftOf('p1')).toEqual(sent)
  expect(window.name).toBe('')
})

it('begins with nothing, if whoever opened the window gave it such a name [NO-1] [DO-5]', () => {
  for (const given of ['', 'x', 'null', '["u1",[1]]', '["u1",{}]']) {
    const window = { name: `eupnea.drafts:${given}` }
    vi.stubGlobal('window', window)
    takeCarriedDrafts()
    expect([given, window.name, draftOf('p1')]).toEqual([given, '', emptyNote])
  }
})
