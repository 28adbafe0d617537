import type { Resident } from '@eupnea/contract/residents.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { ResidentBilling } from '../billing/resident-billing.tsx'
import { ConsentPanel } from '../consents/consent-panel.tsx'
import { ResidentNights } from '../nights/resident-nights.tsx'
import { ResidentNotes } from '../notes/resident-notes.tsx'
import { ResidentNotices } from '../notifications/resident-notices.tsx'
import { ResidentNotifications } from '../notifications/resident-notifications.tsx'
import { ResidentPlan } from '../plans/resident-plan.tsx'
import { ResidentPage as Page } from '../residents/resident-page.tsx'
import { Panel } from '../shared/panel.tsx'
import { useSession } from '../shared/session.ts'
import { useSelectedEntry } from './menu.tsx'
import { useResidentEvents } from './resident-events.ts'
import { ResidentTimeline } from './resident-timeline.tsx'

const useMarks = (patient_id: string) => useResidentEvents(patient_id).marks

/** The resident's page with sections from other nouns (RE-7). */
export function ResidentPage() {
  const session = useSession()
  if (!session) return null
  return <SignedIn session={session} />
}

function SignedIn({ session }: { readonly session: Session }) {
  const back = useSelectedEntry(session)
  return (
    <Page
      back={back}
      useMarks={useMarks}
      pictures={({ resident, zone }) => <Pictures resident={resident} zone={zone} />}
      notices={({ resident: { clinic_id, patient_id }, zone, children }) => (
        <ResidentNotices clinic_id={clinic_id} patient_id={patient_id} zone={zone}>
          {children}
        </ResidentNotices>
      )}
      sections={({ resident, zone }) => (
        <>
          <ConsentPanel resident={resident} zone={zone} />
          <ResidentPlan resident={resident} zone={zone} />
          <ResidentNotes resident={resident} zone={zone} />
          <Panel title={m.notification_list_title()} span="whole" paper="none">
            <ResidentNotifications patient_id={resident.patient_id} zone={zone} />
          </Panel>
          <ResidentBilling patient_id={resident.patient_id} zone={zone} />
        </>
      )}
    />
  )
}

interface PicturesProps {
  readonly resident: Resident
  /** the clinic's */
  readonly zone: string
}

/** The nights with what happened in them, and the line of time. */
function Pictures({ resident, zone }: PicturesProps) {
  const told = useResidentEvents(resident.patient_id)
  return (
    <>
      <ResidentNights
        patient_id={resident.patient_id}
        name={resident.preferred_name || resident.first_name}
        zone={zone}
        limits={resident.plan}
        marks={told.marks}
      />
      <ResidentTimeline told={told} zone={zone} />
    </>
  )
}
