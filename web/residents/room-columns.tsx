import { residentName } from '@eupnea/contract/resident-name.ts'
import type { RoomPlace } from '@eupnea/contract/residents.ts'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { FlagCell } from './flag-cell.tsx'
import { LastSeen } from './last-seen.tsx'

/** What a row is called: the room and who lies there, or the free device. */
export function placeName({ room, resident, device }: RoomPlace): string {
  if (!resident) return device?.device_name ?? ''
  const name = residentName(resident)
  return room ? `Room ${room}, ${name}` : name
}

export const placeId = ({ resident, device }: RoomPlace): string => resident?.patient_id ?? device?.device_id ?? ''

/** The directory of rooms and devices. @param zone the clinic's */
export const roomColumns = (zone: string, onDevice: (place: RoomPlace) => void): readonly TableColumn<RoomPlace>[] => [
  {
    id: 'room',
    header: 'Room',
    cell: ({ room, resident }) =>
      resident ? <b className="tabular">{room || 'No room'}</b> : <span className="directory-free">Free device</span>,
  },
  { id: 'floor', header: 'Floor', cell: ({ floor }) => <span className="directory-words">{floor || '–'}</span> },
  {
    id: 'resident',
    header: 'Resident',
    cell: ({ resident }) =>
      resident ? (
        <Link
          to="/patient/profile/$patient_id"
          params={{ patient_id: resident.patient_id }}
          className="table-name directory-name"
        >
          {residentName(resident)}
        </Link>
      ) : (
        '–'
      ),
  },
  {
    id: 'flag',
    header: 'Flag',
    isExtra: true,
    cell: ({ resident }) => (resident ? <FlagCell status={resident.flaggedResidentNotes.status} /> : '–'),
  },
  {
    id: 'device',
    header: 'Device',
    cell: ({ device }) =>
      device ? device.device_name || device.device_id : <span className="table-sub">No device</span>,
  },
  {
    id: 'connection',
    header: 'Connection',
    cell: ({ device }) => (device ? <Connection device={device} /> : '–'),
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ device }) => (device ? <LastSeen device={device} zone={zone} /> : '–'),
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (place) =>
      place.resident && (
        <button
          type="button"
          className="directory-act"
          aria-label={`${place.device ? 'Remove from device' : 'Link device'}: ${placeName(place)}`}
          onClick={() => onDevice(place)}
        >
          {place.device ? 'Remove from device' : 'Link device'}
        </button>
      ),
  },
]
