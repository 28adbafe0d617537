import { m } from '@eupnea/texts'
import styles from './clinic-clock.module.css'
import { clockText, dateText, useNow, zoneText } from './time.ts'

interface ClinicClockProps {
  readonly zone: string
  readonly withDate?: boolean
}

/** The time at the residents' clinic, and the date, which changes during a night shift. */
export function ClinicClock({ zone, withDate = false }: ClinicClockProps) {
  const at = useNow(1_000)
  return (
    <time className="tabular" title={m.common_clinic_time({ zone: zoneText(zone) })}>
      {withDate && <span className={styles.clinicDate}>{dateText(at, zone)}</span>} {clockText(at, zone)}
    </time>
  )
}
