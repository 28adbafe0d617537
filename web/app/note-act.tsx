import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { useClinics } from '../shared/clinic.ts'
import { WriteNoteAct } from '../shared/note-act.ts'
import { lazyPart } from '../shared/parts.ts'

const WriteNote = lazyPart(async () => (await import('../notes/write-note.tsx')).WriteNote)

interface About {
  readonly clinic_id: string
  readonly patient_id: string
}

/** Opens the dialog of notes from wherever a notification stands (AN-6). */
export function NoteAct({ children }: { readonly children: ReactNode }) {
  const [about, setAbout] = useState<About | null>(null)
  return (
    <WriteNoteAct value={setAbout}>
      {children}
      {about && <Dialog about={about} onClose={() => setAbout(null)} />}
    </WriteNoteAct>
  )
}

function Dialog({ about, onClose }: { readonly about: About; readonly onClose: () => void }) {
  const clinic = useClinics().data?.find(({ id }: Clinic) => id === about.clinic_id)
  if (!clinic) return null
  return (
    <Suspense>
      <WriteNote clinic={clinic} patient_id={about.patient_id} onClose={onClose} />
    </Suspense>
  )
}
