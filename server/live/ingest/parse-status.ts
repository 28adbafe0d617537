import { isUtf8 } from 'node:buffer'
import { type DeviceStatus, deviceStatus } from '@eupnea/contract/live.ts'

/** Many times what a status is. A broker takes megabytes, and to parse them nothing else happens for seconds. */
const mostBytes = 16 * 1024

/** @returns null for what is no status */
export function parseStatus(payload: Buffer): DeviceStatus | null {
  if (payload.length > mostBytes || !isUtf8(payload)) return null
  try {
    return deviceStatus.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
