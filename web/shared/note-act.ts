import { createContext, useContext } from 'react'

/** Opens the dialog that writes a note; the app provides it, because notes are another noun than those that offer it. */
type WriteNoteAct = (of: { readonly clinic_id: string; readonly patient_id: string }) => void

export const WriteNoteAct = createContext<WriteNoteAct | null>(null)

export const useWriteNote = (): WriteNoteAct | null => useContext(WriteNoteAct)
