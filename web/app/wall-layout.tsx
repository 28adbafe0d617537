import { WallPage } from '../dashboard/wall-page.tsx'
import { MonitoringBar } from '../notifications/monitoring-bar.tsx'
import { WallSound } from '../notifications/wall-sound.tsx'
import { useClinic } from '../shared/clinic.ts'
import { ClinicClock } from '../shared/clinic-clock.tsx'
import { NoticesOf } from '../shared/current-notifications.tsx'
import { LiveBadge, useClinicConnection, useLiveness } from './live-badge.tsx'
import { usePageLocale } from './page-locale.ts'

/** The wall display with nothing around it but what it must always show: how fresh it is, and the time (DA-7). */
export function WallLayout() {
  const locale = usePageLocale()
  const clinic = useClinic()
  const liveness = useLiveness(useClinicConnection(clinic?.id ?? null), clinic?.tz ?? 'UTC')
  const page = (
    <WallPage
      key={locale}
      liveness={<LiveBadge liveness={liveness} isLarge />}
      clock={
        clinic && (
          <>
            <WallSound clinic={clinic} />
            <ClinicClock zone={clinic.tz} />
          </>
        )
      }
      notice={clinic && <MonitoringBar clinic={clinic} />}
      isStale={liveness.kind === 'lost' || liveness.kind === 'quiet'}
    />
  )
  return clinic ? <NoticesOf clinicId={clinic.id}>{page}</NoticesOf> : page
}
