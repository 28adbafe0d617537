import { givenNames } from '@eupnea/contract/resident-name.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { IconTrash, IconUserCheck, IconUserOff } from '../shared/icons.tsx'
import { breakable } from '../shared/table/breakable.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText } from '../shared/time.ts'
import styles from './directory.module.css'
import { flagCell } from './flag-cell.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { ResidentMenu } from './resident-menu.tsx'
import { ResidentRate } from './resident-rate.tsx'

/** The directory of residents: who, where, status, sensor and flag. @param zone the clinic's */
export const residentColumns = (
  zone: string,
  onAct: (resident: Resident, act: ResidentAct) => void,
): readonly TableColumn<Resident>[] => [
  {
    id: 'name',
    header: m.resident_name(),
    sort: 'name',
    cell: (resident) => (
      <Link
        to="/patient/profile/$patient_id"
        params={{ patient_id: resident.patient_id }}
        className={tableStyles.tableName}
      >
        {/* Sorted by last name, which stands out. */}
        <span className={styles.directoryFirst}>{givenNames(resident)}</span> {resident.last_name}
      </Link>
    ),
  },
  {
    id: 'room',
    header: m.resident_room(),
    sort: 'room',
    cell: ({ room }) => (room ? <span className="tabular">{breakable(room)}</span> : '–'),
  },
  {
    id: 'floor',
    header: m.resident_floor(),
    sort: 'floor',
    isExtra: true,
    isWide: true,
    cell: ({ floor }) => (floor.length > 16 ? floor : <span className={styles.directoryFloor}>{floor || '–'}</span>),
  },
  {
    id: 'rate',
    header: m.resident_rate_column(),
    cell: (resident) => <ResidentRate resident={resident} zone={zone} />,
  },
  {
    id: 'flag',
    header: m.resident_flag(),
    cell: ({ flaggedResidentNotes: { status } }) => flagCell(status),
  },
  {
    id: 'device',
    header: m.device_label(),
    cell: ({ device }) =>
      device ? (
        <span className={styles.directoryDevice}>
          <span>{breakable(device.device_name || device.device_id)}</span>
          <Connection device={device} isSignalSaid />
        </span>
      ) : (
        <span className={tableStyles.tableSub}>{m.resident_device_none()}</span>
      ),
  },
  {
    id: 'status',
    header: m.resident_status(),
    sort: 'status',
    cell: ({ status }) => <ResidentStatusWord status={status} />,
  },
  {
    id: 'admission',
    header: m.resident_admitted(),
    sort: 'admission',
    isDownFirst: true,
    isExtra: true,
    isWide: true,
    cell: ({ dateOfAdmission }) => (
      <span className={tableStyles.tableTime}>{dateOfAdmission ? dayText(dateOfAdmission) : '–'}</span>
    ),
  },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (resident) => <ResidentMenu resident={resident} onAct={onAct} />,
  },
]

const words = {
  [residentStatus.active]: { word: m.resident_status_active, Icon: IconUserCheck },
  [residentStatus.discharged]: { word: m.resident_status_discharged, Icon: IconUserOff },
  [residentStatus.deleted]: { word: m.resident_status_deleted, Icon: IconTrash },
} as const

/** A status by shape and word. */
function ResidentStatusWord({ status }: Pick<Resident, 'status'>) {
  const { word, Icon } = words[status]
  return (
    <span className={styles.directoryStatus} data-status={status}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {word()}
    </span>
  )
}
