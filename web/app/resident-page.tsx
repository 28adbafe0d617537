import { ResidentBilling } from '../billing/resident-billing.tsx'
import { ResidentPage as Page } from '../residents/resident-page.tsx'

/** The resident's page with what the other nouns know of a resident (RE-7). */
export function ResidentPage() {
  return <Page sections={({ resident, zone }) => <ResidentBilling patient_id={resident.patient_id} zone={zone} />} />
}
