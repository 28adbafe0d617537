import { residentFields } from '@eupnea/contract/residents.fields.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import detailsStyles from '../shared/form/details.module.css'
import { Details } from '../shared/form/details.tsx'
import { IconPencil } from '../shared/icons.tsx'
import panelStyles from '../shared/panel.module.css'
import { Panel } from '../shared/panel.tsx'
import { faceSheetUrl } from './face-sheet.ts'
import { FaceSheetLink } from './face-sheet-field.tsx'
import type { ResidentAct } from './resident-acts.ts'

interface DetailsPanelProps {
  readonly resident: Resident
  readonly onAct: (act: ResidentAct) => void
}

/** The record with its face sheet, and the way to change it (RE-7); rare acts are in the page's menu. */
export function DetailsPanel({ resident, onAct }: DetailsPanelProps) {
  const { patient_id, information_file, isDocumentChanged, status } = resident
  const isThere = status !== residentStatus.deleted
  return (
    <Panel
      title={m.common_details()}
      span="whole"
      paper="half"
      aside={
        isThere && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
            onClick={() => onAct('edit')}
          >
            {m.common_edit()}
          </Button>
        )
      }
    >
      <Details fields={residentFields} record={resident}>
        <div className={detailsStyles.detailsWide}>
          <dt>{m.resident_face_sheet()}</dt>
          <dd>
            {information_file ? (
              <>
                <FaceSheetLink href={faceSheetUrl(patient_id)} name={information_file} />
                {isDocumentChanged && <span className={panelStyles.panelNote}> {m.resident_face_sheet_changed()}</span>}
              </>
            ) : (
              m.resident_face_sheet_none()
            )}
          </dd>
        </div>
      </Details>
    </Panel>
  )
}
