import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPencil, IconTrash } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { dayText } from '../shared/time.ts'
import { faceSheetUrl } from './face-sheet.ts'
import { FaceSheetLink } from './face-sheet-field.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { fieldLabels, genders } from './resident-values.ts'
import './details-panel.css'

interface DetailsPanelProps {
  readonly resident: Resident
  readonly onAct: (act: ResidentAct) => void
}

/** The record with its face sheet, and the way to change it (RE-7). */
export function DetailsPanel({ resident, onAct }: DetailsPanelProps) {
  const { patient_id, information_file, isDocumentChanged, status } = resident
  const isThere = status !== residentStatus.deleted
  const details: readonly (readonly [label: string, value: ReactNode])[] = [
    [fieldLabels.room, resident.room],
    [fieldLabels.floor, resident.floor],
    [fieldLabels.dob, resident.dob && dayText(resident.dob)],
    [fieldLabels.gender, resident.gender && (genders[resident.gender] ?? resident.gender)],
    [fieldLabels.mrNo, resident.mrNo],
    [fieldLabels.dateOfAdmission, resident.dateOfAdmission && dayText(resident.dateOfAdmission)],
    [fieldLabels.billing_information, resident.billing_information],
  ]
  return (
    <Panel
      title="Details"
      className="resident-whole resident-last"
      aside={
        isThere && (
          <>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
              onClick={() => onAct('edit')}
            >
              Edit
            </Button>
            <Button
              size="compact-md"
              variant="default"
              c="var(--danger)"
              leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
              onClick={() => onAct('delete')}
            >
              Delete
            </Button>
          </>
        )
      }
    >
      <dl className="resident-facts">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
        <div className="resident-facts-wide">
          <dt>Face sheet</dt>
          <dd>
            {information_file ? (
              <>
                <FaceSheetLink href={faceSheetUrl(patient_id)} name={information_file} />
                {isDocumentChanged && <span className="panel-note"> Changed</span>}
              </>
            ) : (
              'None'
            )}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
