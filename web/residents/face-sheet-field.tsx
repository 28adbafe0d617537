import type { Resident } from '@eupnea/contract/residents.ts'
import { documentTypes } from '@eupnea/contract/rules/documents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { IconExternalLink, IconFileText } from '../shared/icons.tsx'
import { type FaceSheet, faceSheetFault, faceSheetUrl } from './face-sheet.ts'
import './resident-form.css'

interface FaceSheetFieldProps {
  /** null: a new resident, without a face sheet yet */
  readonly resident: Pick<Resident, 'patient_id' | 'information_file'> | null
  readonly sheet: FaceSheet
  readonly fault: string | undefined
  /** a refused file leaves the face sheet unchanged */
  readonly onChange: (sheet: FaceSheet, fault?: string) => void
}

/** Choose, view and remove the face sheet (RE-2). */
export function FaceSheetField({ resident, sheet, fault, onChange }: FaceSheetFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosenUrl = sheet.kind === 'chosen' ? sheet.url : null
  useEffect(() => {
    if (chosenUrl) return () => URL.revokeObjectURL(chosenUrl)
  }, [chosenUrl])

  function choose(file: File | undefined) {
    if (!file) return
    const found = faceSheetFault(file)
    onChange(found ? sheet : { kind: 'chosen', file, url: URL.createObjectURL(file) }, found)
    // Lets people choose the same file again once it is corrected.
    if (input.current) input.current.value = ''
  }

  const kept = resident?.information_file ?? null
  const has = sheet.kind === 'chosen' || (sheet.kind === 'kept' && kept !== null)
  return (
    <fieldset className="form-part" data-field="file">
      <legend>{m.resident_face_sheet()}</legend>
      <div className="form-whole resident-sheet-body">
        {sheet.kind === 'kept' && resident && kept !== null && (
          <FaceSheetLink href={faceSheetUrl(resident.patient_id)} name={kept} />
        )}
        {sheet.kind === 'chosen' && (
          <>
            <FaceSheetLink href={sheet.url} name={sheet.file.name} />
            <p className="form-note">{m.file_unsaved()}</p>
          </>
        )}
        {sheet.kind === 'removed' && <p className="form-note">{m.file_removed()}</p>}
        {sheet.kind === 'kept' && kept === null && <p className="form-note">{m.resident_face_sheet_empty()}</p>}
        <div className="resident-sheet-acts">
          <label className="resident-file">
            <input
              ref={input}
              type="file"
              accept={documentTypes.join(',')}
              aria-label={has ? m.resident_face_sheet_replace() : m.resident_face_sheet_choose()}
              aria-invalid={fault !== undefined}
              aria-describedby={`${id}-note ${id}-fault`}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
            <span aria-hidden>{has ? m.resident_face_sheet_replace() : m.resident_face_sheet_choose()}</span>
          </label>
          {has && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={m.resident_face_sheet_remove()}
              onClick={() => onChange(sheet.kind === 'chosen' ? { kind: 'kept' } : { kind: 'removed' })}
            >
              {m.common_remove()}
            </Button>
          )}
          {sheet.kind === 'removed' && (
            <Button size="compact-md" variant="default" onClick={() => onChange({ kind: 'kept' })}>
              {m.resident_face_sheet_keep()}
            </Button>
          )}
        </div>
        <p id={`${id}-note`} className="form-note">
          {m.file_help()}
        </p>
        <p id={`${id}-fault`} className="resident-fault" role="alert">
          {fault}
        </p>
      </div>
    </fieldset>
  )
}

/** Opens a face sheet in a new tab. */
export function FaceSheetLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a className="resident-sheet-link" href={href} target="_blank" rel="noopener noreferrer">
      <IconFileText size={16} stroke={1.8} aria-hidden />
      <span>{name}</span>
      <IconExternalLink size={14} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{m.common_new_tab()}</span>
    </a>
  )
}
