import { listStoredNotes } from '@eupnea/contract/notes.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { NoteComposer } from './note-composer.tsx'
import { NoteList } from './note-list.tsx'
import styles from './notes.module.css'

const step = 5
/** Most that one answer holds; the notes page has the rest. */
const most = 200

interface ResidentNotesProps {
  readonly resident: Resident
  /** the clinic's */
  readonly zone: string
}

/** Notes on the resident's page, and a place to write one (RE-7, NO-1). */
export function ResidentNotes({ resident: { patient_id, status }, zone }: ResidentNotesProps) {
  const [shown, setShown] = useState(step)
  const query = useCall(
    listStoredNotes,
    { patient_id, page: 1, page_size: shown },
    { placeholderData: (before) => before },
  )
  const isThere = status !== residentStatus.deleted
  const total = query.data?.pagination.total_records ?? 0
  return (
    <Panel title={m.note_title()} note={total > 0 && numberText(total)} span="whole" paper="split">
      <div className={styles.residentNotes}>
        {isThere && <NoteComposer key={patient_id} patient_id={patient_id} />}
        <div className={styles.residentNotesList}>
          <NoteList
            label={m.note_list_resident_label()}
            query={query}
            zone={zone}
            withResident={false}
            mayEdit={isThere}
            empty={<Empty title={m.note_empty_title()}>{m.note_empty()}</Empty>}
          />
          {query.data && total > query.data.items.length && shown < most && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setShown((before) => Math.min(before + 4 * step, most))}
            >
              {m.note_show_older()}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
