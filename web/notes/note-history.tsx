import { listNoteVersions, type Note } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Modal } from '@mantine/core'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import { Failed, Loading } from '../shared/states.tsx'
import { dateTimeText } from '../shared/time.ts'
import { NoteFileLink, NoteMarks } from './note-item.tsx'
import { placeAndName } from './note-words.ts'
import styles from './notes.module.css'

/** Most that one answer holds; nobody edits a note so often. */
const most = 200

interface NoteHistoryProps {
  readonly note: Note
  readonly zone: string
  readonly onClose: () => void
}

/** How a note stood, by whom, newest first (NO-1). */
export function NoteHistory({ note, zone, onClose }: NoteHistoryProps) {
  const { note_id } = note
  const { data, error, refetch } = useCall(listNoteVersions, { note_id, page: 1, page_size: most })
  return (
    <Modal opened onClose={onClose} title={m.note_history_title({ resident: placeAndName(note) })}>
      {!data &&
        (error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={m.note_history_loading()} />)}
      <ol className={styles.noteVersions}>
        {data?.items.map((version, index) => (
          <li key={version.written_at} data-present={index === 0}>
            <p className={clsx(styles.noteSmall, 'tabular')}>
              {index === 0 ? m.note_version_current() : m.note_version_earlier()} · {version.written_by} ·{' '}
              {dateTimeText(version.written_at, zone)}
            </p>
            <NoteMarks note={version} />
            <p className={styles.noteText}>{version.note}</p>
            <NoteFileLink note={note} files={version.noteFileList} />
          </li>
        ))}
      </ol>
    </Modal>
  )
}
