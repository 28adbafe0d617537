import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import demoMarkStyles from '../shared/demo-mark.module.css'
import { IconPencil, IconSettings } from '../shared/icons.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { StaleAnswer } from '../shared/stale-answer.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { zoneText } from '../shared/time.ts'
import { ClinicCounts } from './clinic-counts.tsx'
import { ClinicLogo } from './clinic-logo.tsx'
import styles from './clinic-profile.module.css'
import { DevicesPanel } from './devices-panel.tsx'
import { FloorsPanel } from './floors-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { OpenDashboard } from './open-dashboard.tsx'
import { ResidentsPanel } from './residents-panel.tsx'
import { SetUpPanel } from './set-up-panel.tsx'
import { useAdminLive } from './use-admin-live.ts'
import { useClinic } from './use-clinic.ts'
import { UsersPanel } from './users-panel.tsx'

interface ClinicProfilePageProps {
  /** what other nouns ask attention for */
  readonly notice: (of: { readonly clinic: Clinic }) => ReactNode
}

/** One clinic in one look: residents, devices, counts, users, groups and floors (FA-2). */
export function ClinicProfilePage({ notice }: ClinicProfilePageProps) {
  const { slug = '' } = useParams({ strict: false })
  const query = useClinic(slug)
  const { data: clinic, error, refetch } = query
  if (!clinic)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={m.clinic_loading()} />
  return (
    <div className={adminPageStyles.adminPage}>
      <StaleAnswer query={query} />
      <Profile key={clinic.id} clinic={clinic} notice={notice({ clinic })} />
    </div>
  )
}

function Profile({ clinic, notice }: { readonly clinic: Clinic; readonly notice: ReactNode }) {
  const { slug, name, logo, tz, is_demo, clinicDetail } = clinic
  const isLive = useAdminLive()
  const session = useSession()
  const [alerts, reports] = [clinic.alert_recipients.length, clinic.daily_report_recipients.length]
  return (
    <>
      <div className={styles.clinicHead}>
        <ClinicLogo url={logo} size="large" />
        <div className={styles.clinicHeadWhat}>
          <h1>{name}</h1>
          <p>
            <ClinicClock zone={tz} withDate /> · {zoneText(tz)}
            {is_demo && (
              <>
                {' '}
                <span className={demoMarkStyles.demoMark}>{m.clinic_demo()}</span>
              </>
            )}
          </p>
        </div>
        <div className={styles.clinicHeadActs}>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/facility/edit/$slug" params={{ slug }} />}
          >
            {m.common_edit()}
          </Button>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/facility/settings/$slug" params={{ slug }} />}
          >
            {m.clinic_settings()}
          </Button>
          <OpenDashboard clinic={clinic} />
        </div>
      </div>
      {clinicDetail && <p className={styles.clinicDetails}>{clinicDetail}</p>}
      {notice}
      <SetUpPanel clinic={clinic}>
        <ClinicCounts clinic={clinic} />
        <div className={styles.clinicPanels}>
          <ResidentsPanel clinic={clinic} isLive={isLive} />
          <DevicesPanel clinic={clinic} isLive={isLive} />
        </div>
        <div className={styles.clinicPanels} data-small>
          <UsersPanel clinic={clinic} />
          <FloorsPanel clinic={clinic} />
          {/* Groups reach beyond one facility. */}
          {session && isAdministrator(session) && <GroupsPanel clinic={clinic} />}
        </div>
        <p className={styles.clinicDetails}>
          {alerts ? m.clinic_alerts_to({ count: alerts }) : m.clinic_alerts_to_none()}{' '}
          {reports ? m.clinic_reports_to({ count: reports }) : m.clinic_reports_to_none()}{' '}
          {clinic.ehr_integration_status && m.clinic_ehr_status({ status: clinic.ehr_integration_status })}
        </p>
      </SetUpPanel>
    </>
  )
}
