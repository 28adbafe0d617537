import { silenceMs } from '@eupnea/contract/live.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { useDevice } from '../shared/live/index.ts'
import { ResidentSparkline } from '../shared/resident-rates.tsx'
import { useNow } from '../shared/time.ts'
import styles from './directory.module.css'

/** The live rate and the last two hours of a monitored resident (VI-3). */
export function ResidentRate({ resident }: { readonly resident: Resident }) {
  const { clinic_id, patient_id, status, device_id, plan } = resident
  const slice = useDevice(device_id)
  const at = useNow(5_000)
  if (status !== residentStatus.active || !device_id) return '–'
  // A connection that is lost tells of nothing any more: what came last grows old.
  const isNew = slice?.patient_id === patient_id && slice.ts !== null && at - slice.ts <= silenceMs
  const rate = isNew && slice.status === 1 && isLive(slice.signal) ? slice.rr : null
  return (
    <span className={styles.directoryRate}>
      <b className="tabular">{rateText(rate, plan)}</b>
      <ResidentSparkline clinic_id={clinic_id} patient_id={patient_id} />
    </span>
  )
}
