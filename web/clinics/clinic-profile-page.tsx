import type { Clinic } from '@eupnea/contract/clinics.ts'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import { browserZone } from '../shared/form/local-time.ts'
import { IconPencil, IconSettings } from '../shared/icons.tsx'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import { clockText } from '../shared/time.ts'
import { countText } from '../shared/words.ts'
import { ClinicCounts } from './clinic-counts.tsx'
import { ClinicLogo } from './clinic-logo.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { FloorsPanel } from './floors-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { OpenDashboard } from './open-dashboard.tsx'
import { ResidentsPanel } from './residents-panel.tsx'
import { useAdminLive } from './use-admin-live.ts'
import { useClinic } from './use-clinic.ts'
import { UsersPanel } from './users-panel.tsx'
import '../shared/table/admin-page.css'
import '../shared/table/table.css'
import './clinics.css'
import './clinic-profile.css'

/** How many a mail goes to. */
const recipientsText = (count: number): string =>
  count === 0 ? 'nobody yet' : countText(count, 'address', 'addresses')

/** One clinic in one look: residents, devices, counts, users, groups and floors (FA-2). */
export function ClinicProfilePage() {
  const { slug = '' } = useParams({ strict: false })
  const { data: clinic, error, refetch, dataUpdatedAt } = useClinic(slug)
  if (!clinic)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label="Fetching the facility" />
  return (
    <div className="admin-page">
      {error && (
        <Stale
          action={
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The record could not be refreshed. This is how it stood at {clockText(dataUpdatedAt, browserZone())}.
        </Stale>
      )}
      <Profile key={clinic.id} clinic={clinic} />
    </div>
  )
}

function Profile({ clinic }: { readonly clinic: Clinic }) {
  const { slug, name, logo, tz, is_demo, clinicDetail } = clinic
  const isLive = useAdminLive()
  return (
    <>
      <div className="clinic-head">
        <ClinicLogo url={logo} size="large" />
        <div className="clinic-head-what">
          <h1>{name}</h1>
          <p>
            <ClinicClock zone={tz} withDate /> · {tz.replaceAll('_', ' ')}
            {is_demo && (
              <>
                {' '}
                <span className="demo-mark">Demonstration</span>
              </>
            )}
          </p>
        </div>
        <div className="clinic-head-acts">
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/facility/edit/$slug" params={{ slug }} />}
          >
            Edit
          </Button>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/facility/settings/$slug" params={{ slug }} />}
          >
            Settings
          </Button>
          <OpenDashboard clinic={clinic} />
        </div>
      </div>
      {clinicDetail && <p className="clinic-details">{clinicDetail}</p>}
      <ClinicCounts clinic={clinic} />
      <div className="clinic-panels">
        <ResidentsPanel clinic={clinic} isLive={isLive} />
        <DevicesPanel clinic={clinic} isLive={isLive} />
      </div>
      <div className="clinic-panels" data-small>
        <UsersPanel clinic={clinic} />
        <FloorsPanel clinic={clinic} />
        <GroupsPanel clinic={clinic} />
      </div>
      <p className="clinic-details">
        Alerts go to {recipientsText(clinic.alert_recipients.length)}, the daily report to{' '}
        {recipientsText(clinic.daily_report_recipients.length)}.{' '}
        {clinic.ehr_integration_status && `EHR integration: ${clinic.ehr_integration_status}.`}
      </p>
    </>
  )
}
