import { type BedMismatch, confirmBed, listBedMismatches } from '@eupnea/contract/beds.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { assignDevice } from '@eupnea/contract/devices.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useCall, useSend } from '../shared/api.ts'
import { Panel } from '../shared/panel.tsx'
import styles from '../shared/panel-rows.module.css'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'

const refreshMs = 10_000

/** Residents whose sensor stands at another bed than the EHR has them in, and the two ways to settle it (EH-5). */
export function BedMismatches({ clinic }: { readonly clinic: Clinic }) {
  const { data } = useCall(listBedMismatches, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  if (!data || data.items.length === 0) return null
  return (
    <Panel title={m.bed_mismatches_title()} note={m.bed_mismatches_note()}>
      <ul className={styles.panelRows}>
        {data.items.map((mismatch) => (
          <li key={mismatch.patient_id}>
            <Mismatch mismatch={mismatch} zone={clinic.tz} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Mismatch({ mismatch, zone }: { readonly mismatch: BedMismatch; readonly zone: string }) {
  const { patient_id, device_id, device_name: sensor, resident: ehr, sensor: place, since } = mismatch
  const resident = residentName(mismatch)
  const settled = (text: string) => ({
    invalidates: [listBedMismatches],
    onSuccess: () => sayDone(text),
    onError: sayFailed,
  })
  const confirmation = useSend(confirmBed, settled(m.bed_confirm_done()))
  const unlinking = useSend(assignDevice, settled(m.bed_unlink_done()))
  return (
    <>
      <div className={styles.panelRowWhat}>
        <b>{resident}</b>
        <span>{m.bed_ehr_room({ room: ehr.room })}</span>
        <span>{m.bed_sensor_room({ sensor, room: place.room })}</span>
        {since && <span className={tableStyles.tableSub}>{m.bed_since({ time: sinceText(since, zone) })}</span>}
      </div>
      <div className={styles.panelRowActs}>
        <Button
          size="compact-sm"
          loading={confirmation.isPending}
          aria-label={m.bed_confirm_label({ sensor, resident })}
          onClick={() => confirmation.mutate({ patient_id })}
        >
          {m.bed_confirm()}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={unlinking.isPending}
          aria-label={m.bed_unlink_label({ sensor, resident })}
          onClick={() => unlinking.mutate({ device_id, patient_id, status: 0 })}
        >
          {m.bed_unlink()}
        </Button>
      </div>
    </>
  )
}
