import type { Device } from '@eupnea/contract/devices.ts'
import { placeText as placeOf } from '../shared/place-text.ts'

/** How a person calls the device. */
export const nameOf = ({ name, device_uid }: Pick<Device, 'name' | 'device_uid'>): string => name || device_uid

/** `Room 12 · Ground floor`; `Not in use`. */
export const placeText = ({
  patient_id,
  room,
  floorName,
}: Pick<Device, 'patient_id' | 'room' | 'floorName'>): string =>
  patient_id === null ? 'Not in use' : placeOf(room, floorName) || 'In use'

const reasons: Record<string, string> = {
  not_json: 'Not JSON',
  ts_in_future: 'Its clock is more than 5 minutes ahead',
  ts_too_old: 'Older than 30 days',
  ts_missing: 'Without an instant',
  foreign_topic: 'Sent to a topic of another device',
}

/** Why a message could not be kept, as a person says it: `empty_message` is `Empty message`. */
export function reasonText(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return reasons[reason] ?? words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1)
}
