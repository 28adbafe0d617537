import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type MonitoringOutage, readMonitoring } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { useCall } from '../shared/api.ts'
import { IconAlertTriangle, IconChevronDown } from '../shared/icons.tsx'
import { useSettings } from '../shared/settings.ts'
import { sinceText } from '../shared/time.ts'
import styles from './monitoring-bar.module.css'

const refreshMs = 60_000

const words: Record<
  MonitoringOutage['cause'],
  readonly [title: () => string, text: (since: string, description: string) => string]
> = {
  readings: [m.notification_no_readings_title, (since) => m.notification_no_readings({ since })],
  sensors: [m.notification_sensors_silent_title, (since) => m.notification_sensors_silent({ since })],
  jobs: [m.notification_delayed_title, (since) => m.notification_delayed({ since })],
  clock: [m.notification_portal_clock_title, () => m.notification_portal_clock()],
  duty: [m.duty_uncovered_title, (_since, description) => description],
  adt: [m.notification_adt_unapplied_title, (since) => m.notification_adt_unapplied({ since })],
  webhook: [m.notification_webhook_silent_title, (since) => m.notification_webhook_silent({ since })],
  undelivered: [m.notification_undelivered_title, (since) => m.notification_undelivered({ since })],
}

/** Warnings; while the others last, nobody would hear of a resident. */
const warnings: readonly MonitoringOutage['cause'][] = ['jobs', 'duty']
const toneOf = (...causes: readonly MonitoringOutage['cause'][]) =>
  causes.every((cause) => warnings.includes(cause)) ? 'warn' : 'danger'

/** What there is a bar for: while no sensor is heard, that most of them are silent says nothing more. */
export const barsOf = <T extends Pick<MonitoringOutage, 'cause'>>(outages: readonly T[]): readonly T[] =>
  outages.some(({ cause }) => cause === 'readings') ? outages.filter(({ cause }) => cause !== 'sensors') : outages

/** On every page of a clinic while it isn't monitored as it should be; on a phone, several are one line that opens. */
export function MonitoringBar({ clinic: { id, tz } }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  const { data } = useCall(readMonitoring, { clinic_id: id }, { refetchInterval: refreshMs })
  const { isMobileView } = useSettings()
  const outages = barsOf(data?.outages ?? [])
  const isFolded = isMobileView && outages.length > 1
  const bars = outages.map(({ cause, since, description }) => (
    <p key={cause} className={styles.monitoringBar} data-tone={toneOf(cause)} role={isFolded ? undefined : 'alert'}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      {words[cause][1](sinceText(since, tz), description)}
    </p>
  ))
  if (!isFolded) return bars
  const causes = outages.map(({ cause }) => cause)
  return (
    <div role="alert">
      <details>
        <summary className={styles.monitoringBar} data-tone={toneOf(...causes)}>
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          <span>{causes.map((cause) => words[cause][0]()).join(' · ')}</span>
          <IconChevronDown size={18} stroke={1.8} aria-hidden />
        </summary>
        {bars}
      </details>
    </div>
  )
}
