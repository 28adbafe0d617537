import type { Note } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { StaleAnswer } from '../shared/stale-answer.tsx'
import { Empty, Loading } from '../shared/states.tsx'
import { EditNote } from './edit-note.tsx'
import { NoteHistory } from './note-history.tsx'
import { NoteItem } from './note-item.tsx'
import styles from './notes.module.css'

interface NoteListProps {
  /** names the list: `Notes at Maple Court` */
  readonly label: string
  readonly query: {
    readonly data: { readonly items: readonly Note[] } | undefined
    readonly error: Error | null
    readonly isPlaceholderData: boolean
    readonly dataUpdatedAt: number
    readonly refetch: () => unknown
  }
  readonly zone: string
  readonly withResident: boolean
  readonly mayEdit: boolean
  readonly empty: ReactNode
}

/** Notes, newest first, in the four states of a list. */
export function NoteList({ label, query, zone, withResident, mayEdit, empty }: NoteListProps) {
  const [open, setOpen] = useState<{ act: 'edit' | 'history'; note: Note } | null>(null)
  const { data, error, refetch } = query
  if (!data)
    // A failure is an empty list without the portal's message (ER-2); that it is none of the clinic's is said.
    return error ? (
      <Empty
        title={m.note_load_failed_title()}
        action={
          <Button size="compact-md" variant="default" onClick={() => void refetch()}>
            {m.common_try_again()}
          </Button>
        }
      >
        {m.note_load_failed()}
      </Empty>
    ) : (
      <Loading label={m.note_loading()} />
    )
  return (
    <>
      <StaleAnswer query={query} zone={zone} />
      {data.items.length === 0 ? (
        empty
      ) : (
        <ol className={styles.noteList} aria-label={label} aria-busy={query.isPlaceholderData}>
          {data.items.map((note) => (
            <NoteItem
              key={note.note_id}
              note={note}
              zone={zone}
              withResident={withResident}
              onEdit={mayEdit ? (chosen) => setOpen({ act: 'edit', note: chosen }) : undefined}
              onHistory={(chosen) => setOpen({ act: 'history', note: chosen })}
            />
          ))}
        </ol>
      )}
      {open?.act === 'edit' && <EditNote note={open.note} onClose={() => setOpen(null)} />}
      {open?.act === 'history' && <NoteHistory note={open.note} zone={zone} onClose={() => setOpen(null)} />}
    </>
  )
}
