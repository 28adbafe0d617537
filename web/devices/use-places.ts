import { m } from '@eupnea/texts'
import { useClinics } from '../shared/clinic.ts'

/** Where a device may be: in stock, or at a clinic. */
export function usePlaces() {
  const { data: clinics = [] } = useClinics()
  return {
    choices: [
      { value: '', label: m.device_in_stock() },
      ...clinics.map(({ id, name }) => ({ value: id, label: name })),
    ],
    /** of a clinic; undefined in stock */
    zoneOf: (clinic_id: string | undefined): string | undefined => clinics.find(({ id }) => id === clinic_id)?.tz,
  }
}
