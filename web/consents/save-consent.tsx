import { allowsMonitoring, type ConsentState, consentFields, consentRules } from '@eupnea/contract/consents.fields.ts'
import { readConsent, saveConsent } from '@eupnea/contract/consents.ts'
import { listAllDevices, listDevices, readDevice } from '@eupnea/contract/devices.ts'
import { listLastRr, listResidents, listRooms, type Resident, readResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'

/** Calls made out of date by a decision, which may also unlink the sensor. */
const answers = [
  readConsent,
  readResident,
  listResidents,
  listRooms,
  listLastRr,
  listDevices,
  listAllDevices,
  readDevice,
] as const

const start = { state: 'given' } as const

interface SaveConsentProps {
  readonly resident: Pick<Resident, 'patient_id' | 'device_id'>
  readonly onClose: () => void
}

/** Records a decision about monitoring (PL-5). */
export function SaveConsent({ resident: { patient_id, device_id }, onClose }: SaveConsentProps) {
  const form = useRecordForm(consentFields, consentRules, null, start, `consent ${patient_id}`)
  const { state, by, on, review_on } = form.values
  const unlinks = device_id !== null && !allowsMonitoring(state as ConsentState, true)
  return (
    <SaveDialog
      call={saveConsent}
      input={() => ({ patient_id, state: state as ConsentState, by, on, review_on: review_on || null })}
      invalidates={answers}
      done={m.consent_save_done()}
      title={m.consent_title()}
      act={m.consent_save()}
      form={form}
      onClose={onClose}
    >
      {unlinks && <p role="status">{m.consent_unlinks()}</p>}
    </SaveDialog>
  )
}
