import type { Device, DeviceRecord, InventoryItem } from '@eupnea/contract/devices.ts'
import type { RecordRow } from './assignments.sql.ts'
import type { DeviceRow } from './devices.sql.ts'

/** A row as the contract's device. Occupied means that it has a resident (DE-5). */
export function deviceAnswer(row: DeviceRow): Device {
  return {
    device_id: row.device_id,
    device_uid: row.device_uid,
    name: row.name,
    device_name: row.name,
    tz: row.tz,
    device_tz: row.tz,
    clinic_id: row.clinic_id,
    patient_id: row.resident_id,
    room: row.room,
    floorName: row.floor,
    device_conn_status: row.online ? 1 : 0,
    status: row.resident_id === null ? 'available' : 'occupied',
    record_status: row.inventory_status,
    is_returned: row.is_returned === true,
    is_change_only: row.is_change_only === true,
    sends_every_seconds: row.sends_every_seconds,
    fw_version: row.fw_version,
    softap_ssid: row.softap_ssid,
    target_ssid: row.target_ssid,
    topic_prefix: row.topic_prefix,
    presence_range: row.presence_range,
    last_seen: row.last_seen?.toString() ?? null,
  }
}

export const inventoryAnswer = (row: DeviceRow): InventoryItem => ({
  ...deviceAnswer(row),
  record_id: row.device_id,
  admin_id: row.stocked_by_admin,
  user_id: row.stocked_by_user,
  stocked_at: row.stocked_at.toString(),
})

export const recordAnswer = (row: RecordRow): DeviceRecord => ({
  record_id: String(row.id),
  record_status: row.until === null ? 'current' : 'previous',
  device_id: row.device_id,
  device_name: row.name ?? row.device_id,
  patient_id: row.resident_id,
  clinic_id: row.clinic_id,
  room: row.room,
  since: row.linked_at.toString(),
  until: row.until?.toString() ?? null,
})
