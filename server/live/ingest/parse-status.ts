import { isUtf8 } from 'node:buffer'
import { type DeviceStatus, deviceStatus } from '@eupnea/contract/live.ts'

/** Far more than a status needs. A broker accepts megabytes, and parsing those would block everything for seconds. */
const mostBytes = 16 * 1024

/** @returns null if the payload is not a status */
export function parseStatus(payload: Buffer): DeviceStatus | null {
  if (payload.length > mostBytes || !isUtf8(payload)) return null
  try {
    return deviceStatus.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
