import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { changeOf, emptyNote, faultsOf, newNoteOf, valuesOf } from './note-values.ts'

it('says what is missing before anything is sent [NO-1]', () => {
  expect(faultsOf(emptyNote, null)).toEqual({
    patient_id: m.resident_required(),
    note: m.note_text_required(),
  })
  expect(faultsOf({ ...emptyNote, note: ' \n' }, 'p')).toEqual({ note: m.note_text_required() })
  expect(faultsOf({ ...emptyNote, note: 'x'.repeat(10_001) }, 'p')).toEqual({
    note: 'Shorten the note to 10,000 characters',
  })
  expect(faultsOf({ ...emptyNote, note: 'x' }, 'p')).toEqual({})
})

it('sends a flag status with change notes alone [NO-1]', () => {
  const escalated = { ...emptyNote, note: 'x', status: 4 } as const
  expect(newNoteOf(escalated)).toEqual({ kind: 'note', note: 'x' })
  expect(newNoteOf({ ...escalated, kind: 'change' })).toEqual({ kind: 'change', note: 'x', status: 4 })
  expect(newNoteOf({ ...escalated, kind: 'change', status: null })).toEqual({ kind: 'change', note: 'x' })
  expect(changeOf(escalated)).toEqual({ kind: 'note', note: 'x', status: null })
})

it('keeps the attachment of a note that is edited [NO-2]', () => {
  const file = { file_id: 'f', name: 'n', type: 'image/png', bytes: 1 }
  const of = { kind: 'note', status: null, note: 'x' } as const
  expect(valuesOf({ ...of, noteFileList: [file] }).attachment).toEqual({ is: 'kept' })
  expect(valuesOf({ ...of, noteFileList: [] }).attachment).toEqual({ is: 'none' })
})
