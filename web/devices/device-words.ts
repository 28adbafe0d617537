import type { Device } from '@eupnea/contract/devices.ts'

/** How a person calls the device. */
export const nameOf = ({ name, device_uid }: Pick<Device, 'name' | 'device_uid'>): string => name || device_uid

/** Floors are called what the facility calls them; a number alone says nothing. */
const floorText = (floor: string): string => (/^[-\d]+$/.test(floor) ? `Floor ${floor}` : floor)

/** `Room 12 · Ground floor`; `Not in use`. */
export const placeText = ({
  patient_id,
  room,
  floorName,
}: Pick<Device, 'patient_id' | 'room' | 'floorName'>): string =>
  patient_id === null
    ? 'Not in use'
    : [room && `Room ${room}`, floorName && floorText(floorName)].filter(Boolean).join(' · ') || 'In use'

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

const whole = new Intl.NumberFormat('en-GB')

/** `1 device`, `4,000 devices`. */
export const countText = (count: number, noun: string): string =>
  `${whole.format(count)} ${count === 1 ? noun : `${noun}s`}`
