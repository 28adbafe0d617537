import { m } from '@eupnea/texts'
import { useClinics } from '../shared/clinic.ts'
import { isClinicAdmin, useSession } from '../shared/session.ts'

/** Where a device may be: in stock, or at a clinic; for a facility administrator, theirs alone (EA-3). */
export function usePlaces() {
  const session = useSession()
  const { data = [] } = useClinics()
  const isOfClinics = session !== null && isClinicAdmin(session)
  const clinics = data.filter(({ id }) => !isOfClinics || session.admin_clinic_ids.includes(id))
  return {
    /** may move devices, and say by which prefix they speak */
    mayMove: !isOfClinics,
    choices: [
      ...(isOfClinics ? [] : [{ value: '', label: m.device_in_stock() }]),
      ...clinics.map(({ id, name }) => ({ value: id, label: name })),
    ],
    /** of a clinic; undefined in stock */
    zoneOf: (clinic_id: string | undefined): string | undefined => clinics.find(({ id }) => id === clinic_id)?.tz,
  }
}
