import { ResidentNotifications } from '../notifications/resident-notifications.tsx'
import { Panel } from '../residents/panel.tsx'
import { ResidentPage as Page } from '../residents/resident-page.tsx'

/** The resident's page with what the other nouns know of a resident (RE-7). */
export function ResidentPage() {
  return (
    <Page
      sections={({ resident: { patient_id }, zone }) => (
        <Panel title="Notifications" className="resident-whole">
          <ResidentNotifications patient_id={patient_id} zone={zone} />
        </Panel>
      )}
    />
  )
}
