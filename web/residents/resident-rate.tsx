import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { useDevice } from '../shared/live/index.ts'
import { ResidentSparkline } from '../shared/resident-rates.tsx'
import { useSettings } from '../shared/settings.ts'
import { useNow } from '../shared/time.ts'
import styles from './directory.module.css'
import { rateIcon } from './rate-marks.tsx'
import { type RateView, rateViewOf } from './rate-view.ts'

interface ResidentRateProps {
  readonly resident: Resident
  /** the clinic's */
  readonly zone: string
}

/** A monitored resident's live rate, or the reason there isn't one, with a sparkline of the last two hours (VI-3). */
export function ResidentRate({ resident, zone }: ResidentRateProps) {
  const { clinic_id, patient_id, status, device_id, plan } = resident
  const slice = useDevice(device_id)
  const at = useNow(5_000)
  const { isShowDistance } = useSettings()
  if (status !== residentStatus.active || !device_id) return '–'
  const own = slice?.patient_id === patient_id ? slice : undefined
  return (
    <span className={styles.directoryRate}>
      {own ? (
        <Rate rate={rateViewOf(own, at, { zone, showPresence: isShowDistance })} limits={plan} />
      ) : (
        <span className={styles.directoryNow} />
      )}
      <ResidentSparkline clinic_id={clinic_id} patient_id={patient_id} />
    </span>
  )
}

/** A usual rate is only its number; everything else has its shape and its word. */
function Rate({ rate, limits }: { readonly rate: RateView; readonly limits: Resident['plan'] }) {
  const Mark = rateIcon(rate)
  const Value = rate.isCurrent ? 'b' : 'span'
  return (
    <span className={styles.directoryNow}>
      {rate.value !== null && (
        <Value className="tabular" data-tone={rate.valueTone}>
          {rateText(rate.value, limits)}
        </Value>
      )}
      {rate.tone !== 'usual' && (
        <span className={styles.directoryWhy} data-tone={rate.tone}>
          <Mark size={15} stroke={1.8} aria-hidden />
          {rate.word}
        </span>
      )}
    </span>
  )
}
