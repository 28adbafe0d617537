import type { Device } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { placeText } from '../shared/words.ts'

/** `Room 12 · Ground floor`; `Not in use`. */
export const whereText = ({
  patient_id,
  room,
  floorName,
}: Pick<Device, 'patient_id' | 'room' | 'floorName'>): string =>
  patient_id === null ? m.device_unused() : placeText(room, floorName) || m.device_in_use()

/** Of lines that were pasted: how many, and how many of them can't be used. */
export const linesText = (lines: number, errors: number): string =>
  m.device_lines_status({ lines: numberText(lines), errors: numberText(errors) })

const reasons: Readonly<Record<string, () => string>> = {
  payload_too_large: m.device_reason_payload_too_large,
  not_json: m.device_reason_not_json,
  not_a_reading: m.device_reason_not_a_reading,
  empty_message: m.device_reason_empty_message,
  too_many_readings: m.device_reason_too_many_readings,
  ts_missing: m.device_reason_ts_missing,
  ts_in_future: m.device_reason_ts_in_future,
  ts_too_old: m.device_reason_ts_too_old,
  rr_not_a_number: m.device_reason_rr_not_a_number,
  rr_out_of_range: m.device_reason_rr_out_of_range,
  dist_not_a_number: m.device_reason_dist_not_a_number,
  dist_out_of_range: m.device_reason_dist_out_of_range,
  wave_malformed: m.device_reason_wave_malformed,
  wave_too_long: m.device_reason_wave_too_long,
  status_malformed: m.device_reason_status_malformed,
  state_malformed: m.device_reason_state_malformed,
  foreign_topic: m.device_reason_foreign_topic,
  unknown_topic: m.device_reason_unknown_topic,
  not_storable: m.device_reason_not_storable,
}

/** Why a message was rejected; an unknown reason is shown as its code. */
export const reasonText = (reason: string): string => reasons[reason]?.() ?? reason
