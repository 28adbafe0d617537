import type { Resident } from '@eupnea/contract/residents.ts'
import { documentFault, documentTypes } from '@eupnea/contract/rules/documents.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { useId } from 'react'
import { type FileChoice, FileChoiceActs } from '../shared/form/file-choice.tsx'
import formStyles from '../shared/form/form.module.css'
import { FormPart } from '../shared/form/form-part.tsx'
import { IconExternalLink, IconFileText } from '../shared/icons.tsx'
import { faceSheetUrl } from './face-sheet.ts'
import styles from './resident-form.module.css'

interface FaceSheetFieldProps {
  /** null: a new resident, without a face sheet yet */
  readonly resident: Pick<Resident, 'patient_id' | 'information_file'> | null
  readonly sheet: FileChoice
  readonly fault: string | undefined
  /** a refused file leaves the face sheet unchanged */
  readonly onChange: (sheet: FileChoice, fault?: string) => void
}

const words = {
  choose: m.resident_face_sheet_choose,
  replace: m.resident_face_sheet_replace,
  remove: m.resident_face_sheet_remove,
  keep: m.resident_face_sheet_keep,
}

/** Choose, view and remove the face sheet (RE-2). */
export function FaceSheetField({ resident, sheet, fault, onChange }: FaceSheetFieldProps) {
  const id = useId()
  const kept = resident?.information_file ?? null
  return (
    <FormPart title={m.resident_face_sheet()} field="file">
      <div className={clsx(formStyles.formWhole, styles.residentSheetBody)}>
        {sheet.kind === 'kept' && resident && kept !== null && (
          <FaceSheetLink href={faceSheetUrl(resident.patient_id)} name={kept} />
        )}
        {sheet.kind === 'chosen' && (
          <>
            <FaceSheetLink href={sheet.url} name={sheet.file.name} />
            <p className={formStyles.formNote}>{m.file_unsaved()}</p>
          </>
        )}
        {sheet.kind === 'removed' && <p className={formStyles.formNote}>{m.file_removed()}</p>}
        {sheet.kind === 'kept' && kept === null && (
          <p className={formStyles.formNote}>{m.resident_face_sheet_empty()}</p>
        )}
        <FileChoiceActs
          choice={sheet}
          has={sheet.kind === 'chosen' || (sheet.kind === 'kept' && kept !== null)}
          types={documentTypes}
          faultOf={documentFault}
          fault={fault}
          onChange={onChange}
          words={words}
          describedBy={`${id}-note ${id}-fault`}
        />
        <p id={`${id}-note`} className={formStyles.formNote}>
          {m.file_help()}
        </p>
        <p id={`${id}-fault`} className={styles.residentFault} role="alert">
          {fault}
        </p>
      </div>
    </FormPart>
  )
}

/** Opens a face sheet in a new tab. */
export function FaceSheetLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a className={styles.residentSheetLink} href={href} target="_blank" rel="noopener noreferrer">
      <IconFileText size={16} stroke={1.8} aria-hidden />
      <span>{name}</span>
      <IconExternalLink size={14} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{m.common_new_tab()}</span>
    </a>
  )
}
