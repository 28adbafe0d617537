import { deviceName } from '@eupnea/contract/device-name.ts'
import type { Device, DeviceRecord, InventoryItem } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { IconCircleCheck, IconCircleOff } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dateTimeText, now, seenText } from '../shared/time.ts'
import { placeText } from '../shared/words.ts'
import type { DeviceAct } from './device-acts.ts'
import { DeviceMenu } from './device-menu.tsx'
import { whereText } from './device-words.ts'
import styles from './devices.module.css'

type OnAct = (device: Device, act: DeviceAct) => void
/** Names of clinics by id. */
type ClinicNames = ReadonlyMap<string, string>

const clinicText = (names: ClinicNames, id: string | null): string =>
  id === null ? m.device_in_stock() : (names.get(id) ?? id)

/** Name and identifier; the resident under it is a click away. */
function DeviceTitle({ device }: { readonly device: Device }) {
  const { device_id, device_uid, patient_id } = device
  const name = deviceName(device)
  return (
    <span className={styles.deviceTitle}>
      {patient_id === null ? (
        <b>{name}</b>
      ) : (
        <Link
          to="/patient/profile/$patient_id/$device_id"
          params={{ patient_id, device_id }}
          className={tableStyles.tableName}
        >
          {name}
        </Link>
      )}
      {device_uid !== name && <span className={tableStyles.tableSub}>{device_uid}</span>}
    </span>
  )
}

/** Devices: what they are called, where they are, whether they speak (DE-7). */
export const deviceColumns = (names: ClinicNames, onAct: OnAct): readonly TableColumn<Device>[] => [
  { id: 'name', header: m.device_label(), sort: 'name', cell: (device) => <DeviceTitle device={device} /> },
  { id: 'connection', header: m.device_list_connection(), cell: (device) => <Connection device={device} /> },
  { id: 'clinic', header: m.clinic_label(), cell: ({ clinic_id }) => clinicText(names, clinic_id) },
  { id: 'room', header: m.resident_room(), sort: 'room', cell: whereText },
  {
    id: 'firmware',
    header: m.device_firmware(),
    isExtra: true,
    cell: ({ fw_version }) => fw_version ?? '–',
  },
  {
    id: 'last_seen',
    header: m.device_last_seen(),
    sort: 'last_seen',
    isDownFirst: true,
    cell: ({ last_seen }) => (
      <span className={tableStyles.tableTime}>
        {last_seen ? seenText(now() - Date.parse(last_seen)) : m.device_never_seen()}
      </span>
    ),
  },
  {
    id: 'acts',
    header: m.common_actions(),
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
  { id: 'name', header: m.device_label(), cell: (device) => <DeviceTitle device={device} /> },
  { id: 'status', header: m.device_list_status(), cell: (device) => <InventoryStatus device={device} /> },
  { id: 'connection', header: m.device_list_connection(), cell: (device) => <Connection device={device} /> },
  names
    ? { id: 'clinic', header: m.device_location(), cell: ({ clinic_id }) => clinicText(names, clinic_id) }
    : { id: 'room', header: m.resident_room(), cell: whereText },
  {
    id: 'owner',
    header: m.device_added_by(),
    isExtra: true,
    cell: ({ admin_id, user_id }) => {
      const id = admin_id ?? user_id
      if (id === null) return m.device_added_by_system()
      if (id === ownId) return m.device_added_by_you()
      const who = admin_id ? m.device_added_by_superadmin() : m.device_added_by_user()
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
    header: m.device_added_at(),
    cell: ({ stocked_at }) => <span className={tableStyles.tableTime}>{dateTimeText(stocked_at, zone)}</span>,
  },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (device) => <DeviceMenu device={device} onAct={onAct} />,
  },
]

/** A word and a shape, not the colour alone. */
function InventoryStatus({ device }: { readonly device: Device }) {
  const isActive = device.record_status === 'active'
  const Icon = isActive ? IconCircleCheck : IconCircleOff
  return (
    <span className={styles.deviceStatus} data-connected={isActive}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {isActive ? m.device_list_active() : device.is_returned ? m.device_returned() : m.device_list_inactive()}
    </span>
  )
}

/** Current and previous links of devices to residents (DE-1). */
export const recordColumns = (
  names: ClinicNames | null,
  zone: string,
  onEnd: (record: DeviceRecord) => void,
): readonly TableColumn<DeviceRecord>[] => [
  { id: 'device', header: m.device_label(), cell: ({ device_name }) => <b>{device_name}</b> },
  {
    id: 'resident',
    header: m.resident_room(),
    cell: ({ patient_id, device_id, room }) => (
      <Link to="/patient/profile/$patient_id/$device_id" params={{ patient_id, device_id }}>
        {placeText(room, null) || m.resident_room_none()}
      </Link>
    ),
  },
  ...(names
    ? [{ id: 'clinic', header: m.clinic_label(), cell: ({ clinic_id }: DeviceRecord) => clinicText(names, clinic_id) }]
    : []),
  {
    id: 'status',
    header: m.device_list_status(),
    cell: ({ record_status }) => (
      <span className={styles.deviceStatus} data-connected={record_status === 'current'}>
        {record_status === 'current' ? (
          <IconCircleCheck size={15} stroke={1.8} aria-hidden />
        ) : (
          <IconCircleOff size={15} stroke={1.8} aria-hidden />
        )}
        {record_status === 'current' ? m.device_records_current() : m.device_records_previous()}
      </span>
    ),
  },
  {
    id: 'since',
    header: m.device_record_from(),
    cell: ({ since }) => <span className={tableStyles.tableTime}>{dateTimeText(since, zone)}</span>,
  },
  {
    id: 'until',
    header: m.device_record_until(),
    cell: ({ until }) => (
      <span className={tableStyles.tableTime}>{until ? dateTimeText(until, zone) : m.device_record_now()}</span>
    ),
  },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (record) =>
      record.record_status === 'current' && (
        <button
          type="button"
          className={styles.deviceEnd}
          onClick={() => onEnd(record)}
          aria-label={m.device_unlink_label({ device: record.device_name })}
        >
          {m.device_unlink()}
        </button>
      ),
  },
]
