import { residentName } from '@eupnea/contract/resident-name.ts'
import type { RoomPlace } from '@eupnea/contract/residents.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { Connection } from '../shared/connection.tsx'
import { IconPlugConnectedX } from '../shared/icons.tsx'
import { breakable } from '../shared/table/breakable.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import styles from './directory.module.css'
import { flagCell } from './flag-cell.tsx'
import { LastSeen } from './last-seen.tsx'

/** A row's label: the room and its resident, or the available device. */
export function placeName({ room, resident, device }: RoomPlace): string {
  if (!resident) return device?.device_name ?? ''
  const name = residentName(resident)
  return room ? m.resident_in_room({ room: bareRoom(room), resident: name }) : name
}

export const placeId = ({ resident, device }: RoomPlace): string => resident?.patient_id ?? device?.device_id ?? ''

/** The directory of rooms and devices. @param zone the clinic's */
export const roomColumns = (zone: string, onDevice: (place: RoomPlace) => void): readonly TableColumn<RoomPlace>[] => [
  {
    id: 'room',
    header: m.resident_room(),
    cell: ({ room, resident }) =>
      resident ? (
        <b className="tabular">{breakable(room) || m.resident_room_none()}</b>
      ) : (
        <span className={styles.directoryFree}>{m.resident_rooms_free_one()}</span>
      ),
  },
  {
    id: 'floor',
    header: m.resident_floor(),
    cell: ({ floor }) => (floor ? <span className={styles.directoryWords}>{floor}</span> : '–'),
  },
  {
    id: 'resident',
    header: m.resident_label(),
    cell: ({ resident }) =>
      resident ? (
        <Link
          to="/patient/profile/$patient_id"
          params={{ patient_id: resident.patient_id }}
          className={tableStyles.tableName}
        >
          {residentName(resident)}
        </Link>
      ) : (
        '–'
      ),
  },
  {
    id: 'flag',
    header: m.resident_flag(),
    isExtra: true,
    cell: ({ resident }) => (resident ? flagCell(resident.flaggedResidentNotes.status) : '–'),
  },
  {
    id: 'device',
    header: m.device_label(),
    cell: ({ device }) =>
      device ? (
        device.device_name || device.device_id
      ) : (
        <span className={tableStyles.tableSub}>{m.resident_device_none()}</span>
      ),
  },
  {
    id: 'connection',
    header: m.device_list_connection(),
    cell: ({ device }) => (device ? <Connection device={device} /> : '–'),
  },
  {
    id: 'seen',
    header: m.device_last_seen(),
    cell: ({ device }) => (device ? <LastSeen device={device} zone={zone} /> : '–'),
  },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (place) =>
      place.resident &&
      (place.device ? (
        <ActMenu label={m.common_actions_label({ name: placeName(place) })}>
          <ActItem Icon={IconPlugConnectedX} onClick={() => onDevice(place)}>
            {m.device_unlink_act()}
          </ActItem>
        </ActMenu>
      ) : (
        <button
          type="button"
          className={styles.directoryAct}
          aria-label={m.resident_link_label({ place: placeName(place) })}
          onClick={() => onDevice(place)}
        >
          {m.resident_link()}
        </button>
      )),
  },
]
