import { noteFields as fields, notedFields } from '@eupnea/contract/notes.fields.ts'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { appliedFields, changesOf, faultsOf, type Typed, typedOf } from '../shared/form/record.ts'
import { attachmentOf, emptyNote } from './note-draft.ts'

const { typed: empty } = emptyNote
const none = typedOf(fields, null)
const sent = (kept: Typed<typeof fields>, typed: Typed<typeof fields>) =>
  changesOf(appliedFields(fields, kept, typed), kept, typed)

it('says what is missing before anything is sent [NO-1]', () => {
  expect(faultsOf(notedFields, [], null, { ...empty, patient_id: '' })).toEqual({
    patient_id: m.resident_required(),
    note: m.note_text_required(),
  })
  expect(faultsOf(fields, [], null, { ...empty, note: ' \n' })).toEqual({ note: m.note_text_required() })
  expect(faultsOf(fields, [], null, { ...empty, note: 'x'.repeat(10_001) })).toEqual({
    note: 'Shorten the note to 10,000 characters',
  })
  expect(faultsOf(fields, [], null, { ...empty, note: 'x' })).toEqual({})
})

it('sends a flag status with change notes alone [NO-1]', () => {
  const escalated = { ...empty, note: 'x', status: '4' }
  expect(sent(none, escalated)).toEqual({ kind: 'note', note: 'x' })
  expect(sent(none, { ...escalated, kind: 'change' })).toEqual({ kind: 'change', note: 'x', status: 4 })
  expect(sent(none, { ...escalated, kind: 'change', status: '' })).toEqual({ kind: 'change', note: 'x' })
  const kept = typedOf(fields, { note: 'x', kind: 'change', status: 4 })
  expect(sent(kept, { ...kept, status: '' })).toEqual({ status: null })
})

it('keeps the attachment of a note that is edited [NO-2]', () => {
  const file = { file_id: 'f', name: 'n', type: 'image/png', bytes: 1 }
  expect(attachmentOf({ noteFileList: [file] })).toEqual({ is: 'kept' })
  expect(attachmentOf({ noteFileList: [] })).toEqual({ is: 'none' })
})
