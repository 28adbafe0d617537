import type { ResidentDevice } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useDevice } from '../shared/live/index.ts'
import tableStyles from '../shared/table/table.module.css'
import { seenText, sinceText, useNow } from '../shared/time.ts'

const hourMs = 3_600_000

interface LastSeenProps {
  readonly device: Pick<ResidentDevice, 'device_id'> & { readonly last_seen: string | null }
  /** the clinic's */
  readonly zone: string
}

/** When the device was last heard, by the list or the live connection, whichever is newer. */
export function LastSeen({ device, zone }: LastSeenProps) {
  const slice = useDevice(device.device_id)
  const at = useNow(5_000)
  const fetched = device.last_seen === null ? 0 : Date.parse(device.last_seen)
  const seen = Math.max(fetched, slice?.ts ?? 0)
  if (seen === 0) return <span className={tableStyles.tableSub}>{m.device_never_seen()}</span>
  return (
    <span className={tableStyles.tableTime}>
      {at - seen < hourMs ? seenText(at - seen) : sinceText(seen, zone, at)}
    </span>
  )
}
