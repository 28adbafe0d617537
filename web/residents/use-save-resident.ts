import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  type Resident,
  readResident,
  removeFaceSheet,
  saveResident,
  uploadFaceSheet,
} from '@eupnea/contract/residents.ts'
import { useMutation } from '@tanstack/react-query'
import { send } from '../shared/api.ts'
import type { FileChoice } from '../shared/form/file-choice.tsx'
import { queryClient } from '../shared/query.ts'
import { refreshingResidents } from './resident-answers.ts'

interface Saving {
  readonly clinic: Pick<Clinic, 'id'>
  /** the record the form started from; null: a new one */
  readonly kept: Resident | null
  /** the record's changes to send */
  readonly changes: CallArguments<typeof saveResident>
  readonly sheet: FileChoice
}

/**
 * Saves the record, then the face sheet. The saved record is passed on immediately: if the file is refused, the next
 * attempt must not add the resident again.
 */
export function useSaveResident(onRecord: (resident: Resident) => void) {
  return useMutation<Resident, Error, Saving>({
    mutationFn: (saving) =>
      refreshingResidents(async () => {
        const saved = await saveRecord(saving)
        if (saved !== saving.kept) keep(saved, onRecord)
        const { patient_id } = saved
        const { sheet } = saving
        if (sheet.kind === 'kept') return saved
        const filed =
          sheet.kind === 'removed'
            ? await send(removeFaceSheet, { patient_id })
            : await send(uploadFaceSheet, { patient_id, last_modified: sheet.file.lastModified }, { file: sheet.file })
        keep(filed, onRecord)
        return filed
      }),
  })
}

function keep(resident: Resident, onRecord: (resident: Resident) => void) {
  queryClient.setQueryData([readResident.name, { patient_id: resident.patient_id }], resident)
  onRecord(resident)
}

async function saveRecord({ clinic, kept, changes }: Saving): Promise<Resident> {
  if (!kept) return send(saveResident, { clinic_id: clinic.id, ...changes })
  if (Object.keys(changes).length === 0) return kept
  return send(saveResident, { patient_id: kept.patient_id, if_updated_at: kept.updated_at, ...changes })
}
