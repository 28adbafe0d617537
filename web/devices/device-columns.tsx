import type { Device, DeviceRecord, InventoryItem } from '@eupnea/contract/devices.ts'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { IconCircleCheck, IconCircleOff } from '../shared/icons.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { ageText, dateTimeText, now } from '../shared/time.ts'
import type { DeviceAct } from './device-acts.ts'
import { DeviceMenu } from './device-menu.tsx'
import { nameOf, whereText } from './device-words.ts'

type OnAct = (device: Device, act: DeviceAct) => void
/** Names of clinics by id. */
type ClinicNames = ReadonlyMap<string, string>

const clinicText = (names: ClinicNames, id: string | null): string => (id === null ? 'In stock' : (names.get(id) ?? id))

/** Name and identifier; the resident under it is a click away. */
function DeviceTitle({ device }: { readonly device: Device }) {
  const { device_id, device_uid, patient_id } = device
  const name = nameOf(device)
  return (
    <span className="device-title">
      {patient_id === null ? (
        <b>{name}</b>
      ) : (
        <Link to="/patient/profile/$patient_id/$device_id" params={{ patient_id, device_id }} className="table-name">
          {name}
        </Link>
      )}
      {device_uid !== name && <span className="table-sub">{device_uid}</span>}
    </span>
  )
}

/** Devices: what they are called, where they are, whether they speak (DE-7). */
export const deviceColumns = (names: ClinicNames, onAct: OnAct): readonly TableColumn<Device>[] => [
  { id: 'name', header: 'Device', sort: 'name', cell: (device) => <DeviceTitle device={device} /> },
  { id: 'connection', header: 'Connection', cell: (device) => <Connection device={device} /> },
  { id: 'clinic', header: 'Facility', cell: ({ clinic_id }) => clinicText(names, clinic_id) },
  { id: 'room', header: 'Resident', sort: 'room', cell: whereText },
  {
    id: 'firmware',
    header: 'Firmware',
    isExtra: true,
    cell: ({ fw_version }) => fw_version ?? '–',
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    sort: 'last_seen',
    isDownFirst: true,
    cell: ({ last_seen }) => (
      <span className="table-time">{last_seen ? ageText(now() - Date.parse(last_seen)) : 'Never'}</span>
    ),
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (device) => <DeviceMenu device={device} onAct={onAct} />,
  },
]

/** The inventory: status, where, and who put it in stock when (DE-6). @param names null: all are of one clinic */
export const inventoryColumns = (
  names: ClinicNames | null,
  ownId: string,
  zone: string,
  onAct: OnAct,
): readonly TableColumn<InventoryItem>[] => [
  { id: 'name', header: 'Device', cell: (device) => <DeviceTitle device={device} /> },
  { id: 'status', header: 'Status', cell: (device) => <InventoryStatus device={device} /> },
  { id: 'connection', header: 'Connection', cell: (device) => <Connection device={device} /> },
  names
    ? { id: 'clinic', header: 'Where', cell: ({ clinic_id }) => clinicText(names, clinic_id) }
    : { id: 'room', header: 'Resident', cell: whereText },
  {
    id: 'owner',
    header: 'Put in stock by',
    isExtra: true,
    cell: ({ admin_id, user_id }) => {
      const id = admin_id ?? user_id
      if (id === null) return 'The portal'
      if (id === ownId) return 'You'
      const who = admin_id ? 'A Superadmin' : 'A user'
      if (!names) return who
      return (
        <Link to="/users/profile/$slug" params={{ slug: id }}>
          {who}
        </Link>
      )
    },
  },
  {
    id: 'stocked_at',
    header: 'Since',
    cell: ({ stocked_at }) => <span className="table-time">{dateTimeText(stocked_at, zone)}</span>,
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (device) => <DeviceMenu device={device} onAct={onAct} />,
  },
]

/** A word and a shape, not the colour alone. */
function InventoryStatus({ device }: { readonly device: Device }) {
  const isActive = device.record_status === 'active'
  const Icon = isActive ? IconCircleCheck : IconCircleOff
  return (
    <span className="device-status" data-connected={isActive}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {isActive ? 'Active' : device.is_returned ? 'Returned' : 'Inactive'}
    </span>
  )
}

/** Who lies and lay under which device (DE-1). */
export const recordColumns = (
  names: ClinicNames | null,
  zone: string,
  onEnd: (record: DeviceRecord) => void,
): readonly TableColumn<DeviceRecord>[] => [
  { id: 'device', header: 'Device', cell: ({ device_name }) => <b>{device_name}</b> },
  {
    id: 'resident',
    header: 'Resident',
    cell: ({ patient_id, device_id, room }) => (
      <Link to="/patient/profile/$patient_id/$device_id" params={{ patient_id, device_id }}>
        {room ? `Room ${room}` : 'No room'}
      </Link>
    ),
  },
  ...(names
    ? [{ id: 'clinic', header: 'Facility', cell: ({ clinic_id }: DeviceRecord) => clinicText(names, clinic_id) }]
    : []),
  {
    id: 'status',
    header: 'Record',
    cell: ({ record_status }) => (
      <span className="device-status" data-connected={record_status === 'current'}>
        {record_status === 'current' ? (
          <IconCircleCheck size={15} stroke={1.8} aria-hidden />
        ) : (
          <IconCircleOff size={15} stroke={1.8} aria-hidden />
        )}
        {record_status === 'current' ? 'Current' : 'Previous'}
      </span>
    ),
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ since }) => <span className="table-time">{dateTimeText(since, zone)}</span>,
  },
  {
    id: 'until',
    header: 'Until',
    cell: ({ until }) => <span className="table-time">{until ? dateTimeText(until, zone) : 'Now'}</span>,
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (record) =>
      record.record_status === 'current' && (
        <button
          type="button"
          className="device-end"
          onClick={() => onEnd(record)}
          aria-label={`End the record of ${record.device_name}`}
        >
          End
        </button>
      ),
  },
]
