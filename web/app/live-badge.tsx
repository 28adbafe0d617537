import { m } from '@eupnea/texts'
import { useEffect, useState } from 'react'
import { connectClinic, type LiveConnection, liveStore, useConnection } from '../shared/live/index.ts'
import { lostSinceText, sinceText, useNow } from '../shared/time.ts'
import styles from './live-badge.module.css'

/** Keeps the clinic's live connection open while the page shows it. */
export function useClinicConnection(clinicId: string | null): LiveConnection | null {
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(() => {
    if (!clinicId) return
    const opened = connectClinic(clinicId)
    setConnection(opened)
    return () => {
      opened.close()
      setConnection(null)
    }
  }, [clinicId])
  return connection
}

/** Connected devices send about every second; after this long without any value, the screen is out of date, ms. */
const quietMs = 30_000

export type Liveness = { readonly kind: 'wait' | 'live' | 'quiet' | 'lost'; readonly text: string }

/** How fresh the screen is, always in words (LI-9). */
export function useLiveness(connection: LiveConnection | null, zone: string): Liveness {
  const state = useConnection(connection)
  const at = useNow(5_000)
  if (!connection || !state || state.phase === 'connecting') return { kind: 'wait', text: m.app_live_connecting() }
  if (state.refused) return { kind: 'lost', text: m.app_live_refused() }
  if (state.phase !== 'live') return { kind: 'lost', text: m.app_live_lost({ time: lostSinceText(state.since, zone) }) }
  const last = connection.lastNewsAt()
  if (last !== null && at - last > quietMs && hasConnectedDevice(connection))
    return { kind: 'quiet', text: m.app_live_quiet({ time: sinceText(last, zone) }) }
  return { kind: 'live', text: m.app_live() }
}

function hasConnectedDevice(connection: LiveConnection): boolean {
  for (const id of connection.devices) if (liveStore.device(id)?.status === 1) return true
  return false
}

interface LiveBadgeProps {
  readonly liveness: Liveness
  /** read from four metres */
  readonly isLarge?: boolean
}

export function LiveBadge({ liveness, isLarge }: LiveBadgeProps) {
  return (
    <span className={styles.live} data-kind={liveness.kind} data-large={isLarge} role="status">
      <span className={styles.liveMark} aria-hidden />
      {liveness.text}
    </span>
  )
}
