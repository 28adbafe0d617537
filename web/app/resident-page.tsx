import { ResidentBilling } from '../billing/resident-billing.tsx'
import { ResidentNotes } from '../notes/resident-notes.tsx'
import { ResidentNotifications } from '../notifications/resident-notifications.tsx'
import { ResidentPage as Page } from '../residents/resident-page.tsx'
import { Panel } from '../shared/panel.tsx'

/** The resident's page with what the other nouns know of a resident (RE-7). */
export function ResidentPage() {
  return (
    <Page
      sections={({ resident, zone }) => (
        <>
          <ResidentNotes resident={resident} zone={zone} />
          <Panel title="Notifications" className="resident-whole resident-last">
            <ResidentNotifications patient_id={resident.patient_id} zone={zone} />
          </Panel>
          <ResidentBilling patient_id={resident.patient_id} zone={zone} />
        </>
      )}
    />
  )
}
