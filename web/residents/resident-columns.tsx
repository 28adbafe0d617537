import { givenNames } from '@eupnea/contract/resident-name.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { IconTrash, IconUserCheck, IconUserOff } from '../shared/icons.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText } from '../shared/time.ts'
import { FlagCell } from './flag-cell.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { ResidentMenu } from './resident-menu.tsx'

/** The directory of residents: who, where, how it stands with them, under which device. */
export const residentColumns = (
  onAct: (resident: Resident, act: ResidentAct) => void,
): readonly TableColumn<Resident>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: (resident) => (
      <Link to="/patient/profile/$patient_id" params={{ patient_id: resident.patient_id }} className="table-name">
        {/* Sorted by the last name: it stands out. */}
        <span className="directory-first">{givenNames(resident)}</span> {resident.last_name}
      </Link>
    ),
  },
  { id: 'room', header: 'Room', sort: 'room', cell: ({ room }) => <span className="tabular">{room || '–'}</span> },
  { id: 'floor', header: 'Floor', sort: 'floor', cell: ({ floor }) => floor || '–' },
  { id: 'status', header: 'Status', sort: 'status', cell: ({ status }) => <ResidentStatusWord status={status} /> },
  {
    id: 'device',
    header: 'Device',
    cell: ({ device }) =>
      device ? (
        <span className="directory-device">
          <span>{device.device_name || device.device_id}</span>
          <Connection device={device} />
        </span>
      ) : (
        <span className="table-sub">No device</span>
      ),
  },
  {
    id: 'flag',
    header: 'Flag',
    cell: ({ flaggedResidentNotes: { status } }) => <FlagCell status={status} />,
  },
  {
    id: 'admission',
    header: 'Admitted',
    sort: 'admission',
    isDownFirst: true,
    isExtra: true,
    cell: ({ dateOfAdmission }) => (
      <span className="table-time">{dateOfAdmission ? dayText(dateOfAdmission) : '–'}</span>
    ),
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (resident) => <ResidentMenu resident={resident} onAct={onAct} />,
  },
]

const words = {
  [residentStatus.active]: { word: 'Active', Icon: IconUserCheck },
  [residentStatus.discharged]: { word: 'Discharged', Icon: IconUserOff },
  [residentStatus.deleted]: { word: 'Deleted', Icon: IconTrash },
} as const

/** A status by shape and word. */
function ResidentStatusWord({ status }: Pick<Resident, 'status'>) {
  const { word, Icon } = words[status]
  return (
    <span className="directory-status" data-status={status}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {word}
    </span>
  )
}
