import { documentFault } from '@eupnea/contract/rules/documents.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { faultsOf, type NoteFaults, type NoteValues } from './note-values.ts'

const none: NoteFaults = {}
const fieldsOf: Readonly<Record<string, keyof NoteFaults>> = {
  patient_id: 'patient_id',
  note: 'note',
  file: 'file',
  noteFileList: 'file',
}

/** Where the values are: those of a dialog end with it, a draft stays. */
type NoteState = readonly [NoteValues, (change: (before: NoteValues) => NoteValues) => void]

/** Values and faults of the form of a note. What was typed stays, whatever the portal says. */
export function useNoteForm([values, setValues]: NoteState) {
  const [faults, setFaults] = useState<NoteFaults | null>(null)
  const formRef = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(formRef, faults)

  /** A fault goes as soon as its field is changed. */
  const clear = (field: keyof NoteFaults) =>
    setFaults((before) => before && Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))

  function change(next: Partial<NoteValues>) {
    setValues((before) => ({ ...before, ...next }))
    if (next.note !== undefined) clear('note')
    if (next.attachment !== undefined) clear('file')
  }

  function choose(file: File) {
    const fault = documentFault(file)
    if (fault) setFaults((before) => ({ ...before, file: fault }))
    else change({ attachment: { is: 'chosen', file } })
  }

  /** @returns whether the note may be sent */
  function check(patient_id: string | null): boolean {
    const found = faultsOf(values, patient_id)
    setFaults(found)
    return Object.keys(found).length === 0
  }

  /** What a refusal says of a field is shown beside it. */
  function refuse(error: unknown): void {
    const field = error instanceof ApiError && error.field ? fieldsOf[error.field] : undefined
    if (field) setFaults({ [field]: (error as ApiError).message })
  }
  const isOfField = (error: unknown): boolean =>
    error instanceof ApiError && error.field !== undefined && error.field in fieldsOf

  return { values, faults: faults ?? none, formRef, change, choose, check, clear, refuse, isOfField }
}
export type NoteForm = ReturnType<typeof useNoteForm>
