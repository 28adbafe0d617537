import { isUtf8 } from 'node:buffer'
import { type DeviceStatus, deviceStatus } from '@eupnea/contract/live.ts'

/** @returns null for what is no status */
export function parseStatus(payload: Buffer): DeviceStatus | null {
  if (!isUtf8(payload)) return null
  try {
    return deviceStatus.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
