import type { Note, NoteFile } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { FlagBadge } from '../shared/flag-badge.tsx'
import { IconExternalLink, IconFileText, IconRefreshDot, IconUser } from '../shared/icons.tsx'
import { dateTimeText } from '../shared/time.ts'
import { attachmentText } from './attachment-text.ts'
import { noteFileUrl, placeAndName } from './note-words.ts'
import styles from './notes.module.css'

/** Longer ones are folded, characters. */
const longText = 700

interface NoteItemProps {
  readonly note: Note
  readonly zone: string
  /** names whom it is about: the list is of a clinic */
  readonly withResident: boolean
  readonly onEdit: ((note: Note) => void) | undefined
  readonly onHistory: (note: Note) => void
}

/** A note with who wrote it when, its attachment, and what can be done with it. */
export function NoteItem({ note, zone, withResident, onEdit, onHistory }: NoteItemProps) {
  const [isWhole, setWhole] = useState(false)
  const { patient_id, created_at, updated_at, author, updated_by, edits, profileLink } = note
  const isFolded = note.note.length > longText && !isWhole
  const time = dateTimeText(created_at, zone)
  return (
    <li className={styles.note} data-kind={note.kind}>
      {withResident && (
        <Link className={styles.noteResident} to="/patient/profile/$patient_id" params={{ patient_id }}>
          {placeAndName(note)}
        </Link>
      )}
      <NoteMarks note={note} />
      <p className={styles.noteText}>{isFolded ? `${note.note.slice(0, longText)}…` : note.note}</p>
      {isFolded && (
        <Button className={styles.noteWhole} variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {m.note_show_whole()}
        </Button>
      )}
      <NoteFileLink note={note} files={note.noteFileList} />
      {profileLink && withResident && (
        <Link className={styles.noteLink} to={profileLink}>
          <IconUser size={16} stroke={1.8} aria-hidden />
          {m.note_profile_link()}
        </Link>
      )}
      <div className={styles.noteFoot}>
        <p className={clsx(styles.noteSmall, 'tabular')}>
          {author} · <time dateTime={created_at}>{time}</time>
          {edits > 0 && ` · ${m.note_edited({ person: updated_by, time: dateTimeText(updated_at, zone) })}`}
        </p>
        <div className={styles.noteActs}>
          {edits > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={m.note_history_label({ time })}
              onClick={() => onHistory(note)}
            >
              {m.note_history()}
            </Button>
          )}
          {onEdit && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={m.note_edit_label({ time })}
              onClick={() => onEdit(note)}
            >
              {m.common_edit()}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** That it tells a change, and the flag that it is about. */
export function NoteMarks({ note: { kind, status } }: { readonly note: Pick<Note, 'kind' | 'status'> }) {
  if (kind !== 'change') return null
  return (
    <p className={styles.noteMarks}>
      <span className={styles.noteKind}>
        <IconRefreshDot size={15} stroke={1.8} aria-hidden />
        {m.note_kind_change()}
      </span>
      {status !== null && <FlagBadge status={status} />}
    </p>
  )
}

interface NoteFileLinkProps {
  readonly note: Pick<Note, 'note_id' | 'member_id'>
  readonly files: readonly NoteFile[]
}

/** Opens an attachment beside the page. */
export function NoteFileLink({ note: { note_id, member_id }, files }: NoteFileLinkProps) {
  return files.map((file) => (
    <a
      key={file.file_id}
      className={styles.noteLink}
      href={noteFileUrl(note_id, file.file_id)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <IconFileText size={16} stroke={1.8} aria-hidden />
      <span>{attachmentText(file, member_id)}</span>
      <IconExternalLink size={14} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{m.common_new_tab()}</span>
    </a>
  ))
}
