import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type MonitoringOutage, readMonitoring } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { useCall } from '../shared/api.ts'
import { IconAlertTriangle } from '../shared/icons.tsx'
import { sinceText } from '../shared/time.ts'
import styles from './monitoring-bar.module.css'

const refreshMs = 60_000

const texts: Record<MonitoringOutage['cause'], (since: string, description: string) => string> = {
  readings: (since) => m.notification_no_readings({ since }),
  sensors: (since) => m.notification_sensors_silent({ since }),
  jobs: (since) => m.notification_delayed({ since }),
  clock: () => m.notification_portal_clock(),
  duty: (_since, description) => description,
  adt: (since) => m.notification_adt_unapplied({ since }),
  webhook: (since) => m.notification_webhook_silent({ since }),
  undelivered: (since) => m.notification_undelivered({ since }),
}

/** On every page of a clinic while it isn't monitored as it should be. */
export function MonitoringBar({ clinic: { id, tz } }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  const { data } = useCall(readMonitoring, { clinic_id: id }, { refetchInterval: refreshMs })
  return data?.outages.map(({ cause, since, description }) => (
    <p key={cause} className={styles.monitoringBar} data-cause={cause} role="alert">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      {texts[cause](sinceText(since, tz), description)}
    </p>
  ))
}
