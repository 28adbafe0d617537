import { noteFields as fields } from '@eupnea/contract/notes.fields.ts'
import type { NoteFile } from '@eupnea/contract/notes.ts'
import { documentFault, documentTypes } from '@eupnea/contract/rules/documents.ts'
import { m } from '@eupnea/texts'
import { Button, FileButton, Textarea } from '@mantine/core'
import { useId, useRef } from 'react'
import type { RecordFormState } from '../shared/form/use-record-form.ts'
import { IconFileText, IconPaperclip } from '../shared/icons.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { attachmentText } from './attachment-text.ts'
import { type Attachment as AttachmentState, nothing } from './note-draft.ts'
import { flagOptions, kindOptions } from './note-words.ts'
import styles from './notes.module.css'

interface NoteFieldsProps {
  readonly form: Pick<RecordFormState<typeof fields>, 'values' | 'faults' | 'change' | 'note'>
  readonly attachment: AttachmentState
  readonly onAttach: (attachment: AttachmentState) => void
  /** of the text */
  readonly label?: string
  readonly minRows: number
  /** a dialog that opens begins with the text */
  readonly isFirst?: boolean
  /** the attachment of the note that is edited */
  readonly kept?: NoteFile | undefined
}

/** Text, kind and attachment of a note (NO-1, NO-2). */
export function NoteFields({ label = fields.note.label(), minRows, isFirst = false, ...props }: NoteFieldsProps) {
  const { values, faults, change } = props.form
  return (
    <>
      <Textarea
        name="note"
        label={label}
        autosize
        minRows={minRows}
        maxRows={14}
        data-autofocus={isFirst || undefined}
        value={values.note}
        error={faults.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <div className={styles.noteChoices}>
        <label className={tableToolsStyles.tableLabelled}>
          {fields.kind.label()}
          <select
            className={tableToolsStyles.tableSelect}
            name="kind"
            value={values.kind}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          >
            {kindOptions().map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {values.kind === 'change' && (
          <label className={tableToolsStyles.tableLabelled}>
            {fields.status.label()}
            <select
              className={tableToolsStyles.tableSelect}
              name="status"
              value={values.status}
              onChange={(event) => change({ status: event.currentTarget.value })}
            >
              <option value="">{m.note_flag_current()}</option>
              {flagOptions().map(({ value, label: name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Attachment {...props} />
      </div>
    </>
  )
}

/** Chooses the attachment, or takes it away. */
function Attachment({ form, attachment, onAttach, kept }: Omit<NoteFieldsProps, 'label' | 'minRows'>) {
  /** of the file, or of a file that has waited too long for its note */
  const fault = form.faults.file ?? form.faults.noteFileList
  const id = useId()
  const reset = useRef<() => void>(null)
  const name =
    attachment.is === 'chosen'
      ? attachment.file.name
      : attachment.is === 'kept'
        ? kept && attachmentText(kept)
        : undefined

  function attach(next: AttachmentState) {
    const found = next.is === 'chosen' ? documentFault(next.file) : undefined
    form.note('noteFileList', undefined)
    form.note('file', found)
    if (!found) onAttach(next)
  }

  return (
    <div className={styles.noteAttach} data-field="file">
      {name !== undefined && (
        <span className={styles.noteAttached}>
          <IconFileText size={16} stroke={1.8} aria-hidden />
          <span>{name}</span>
        </span>
      )}
      <FileButton
        accept={documentTypes.join(',')}
        resetRef={reset}
        onChange={(file) => {
          if (file) attach({ is: 'chosen', file })
          // So that the same file can be chosen again once it is corrected.
          reset.current?.()
        }}
      >
        {(props) => (
          <Button
            {...props}
            data-field="noteFileList"
            size="compact-md"
            variant="default"
            leftSection={<IconPaperclip size={15} stroke={1.8} aria-hidden />}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={`${id}-note ${id}-fault`}
          >
            {name === undefined ? m.note_attach() : m.note_attach_other()}
          </Button>
        )}
      </FileButton>
      {name !== undefined && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={m.note_attachment_remove_label({ name })}
          onClick={() => attach(nothing)}
        >
          {m.common_remove()}
        </Button>
      )}
      <p id={`${id}-note`} className="visually-hidden">
        {m.note_attach_help()}
      </p>
      <p id={`${id}-fault`} className={styles.noteFault} role="alert">
        {fault}
      </p>
    </div>
  )
}
