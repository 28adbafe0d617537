import type { NoteFile } from '@eupnea/contract/notes.ts'
import { documentTypes } from '@eupnea/contract/rules/documents.ts'
import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { Button, FileButton, Textarea } from '@mantine/core'
import { useId, useRef } from 'react'
import { IconFileText, IconPaperclip } from '../shared/icons.tsx'
import '../shared/table/table-tools.css'
import { attachmentText } from './attachment-text.ts'
import { flagOptions, kindOptions } from './note-words.ts'
import './notes.css'
import type { NoteForm } from './use-note-form.ts'

interface NoteFieldsProps {
  readonly form: NoteForm
  /** of the text */
  readonly label: string
  readonly minRows: number
  /** the attachment of the note that is edited */
  readonly kept?: NoteFile | undefined
}

/** Text, kind and attachment of a note (NO-1, NO-2). */
export function NoteFields({ form, label, minRows, kept }: NoteFieldsProps) {
  const { values, faults, change } = form
  return (
    <>
      <Textarea
        label={label}
        autosize
        minRows={minRows}
        maxRows={14}
        value={values.note}
        error={faults.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <div className="note-choices">
        <label className="table-labelled">
          {m.note_kind_label()}
          <select
            className="table-select"
            value={values.kind}
            onChange={(event) => change({ kind: event.currentTarget.value === 'change' ? 'change' : 'note' })}
          >
            {kindOptions().map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {values.kind === 'change' && (
          <label className="table-labelled">
            {m.note_flag_label()}
            <select
              className="table-select"
              value={values.status ?? ''}
              onChange={(event) => change({ status: (Number(event.currentTarget.value) || null) as FlagStatus | null })}
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
        <Attachment form={form} kept={kept} />
      </div>
    </>
  )
}

/** Chooses the attachment, or takes it away. */
function Attachment({ form, kept }: Pick<NoteFieldsProps, 'form' | 'kept'>) {
  const { values, faults, change, choose } = form
  const { attachment } = values
  const id = useId()
  const reset = useRef<() => void>(null)
  const name =
    attachment.is === 'chosen'
      ? attachment.file.name
      : attachment.is === 'kept'
        ? kept && attachmentText(kept)
        : undefined
  return (
    <div className="note-attach">
      {name !== undefined && (
        <span className="note-attached">
          <IconFileText size={16} stroke={1.8} aria-hidden />
          <span>{name}</span>
        </span>
      )}
      <FileButton
        accept={documentTypes.join(',')}
        resetRef={reset}
        onChange={(file) => {
          if (file) choose(file)
          // So that the same file can be chosen again once it is corrected.
          reset.current?.()
        }}
      >
        {(props) => (
          <Button
            {...props}
            size="compact-md"
            variant="default"
            leftSection={<IconPaperclip size={15} stroke={1.8} aria-hidden />}
            aria-invalid={faults.file !== undefined || undefined}
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
          onClick={() => change({ attachment: { is: 'none' } })}
        >
          {m.common_remove()}
        </Button>
      )}
      <p id={`${id}-note`} className="visually-hidden">
        {m.note_attach_help()}
      </p>
      <p id={`${id}-fault`} className="note-fault" role="alert">
        {faults.file}
      </p>
    </div>
  )
}
