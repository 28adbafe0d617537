import { useEffect, useState } from 'react'
import { connectClinic, type LiveConnection, liveStore, useConnection } from '../shared/live/index.ts'
import { sinceText, useNow } from '../shared/time.ts'
import './live-badge.css'

/** The live connection of a clinic, for as long as the page shows it. */
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

/** A connected device sends every second or so; this long without any value the screen is old, ms. */
const quietMs = 30_000

export type Liveness = { readonly kind: 'wait' | 'live' | 'quiet' | 'lost'; readonly text: string }

/** What the screen says of its own freshness, always in words (LI-9). */
export function useLiveness(connection: LiveConnection | null, zone: string): Liveness {
  const state = useConnection(connection)
  const at = useNow(5_000)
  if (!connection || !state || state.phase === 'connecting') return { kind: 'wait', text: 'Connecting' }
  if (state.refused) return { kind: 'lost', text: 'No access to live values' }
  if (state.phase !== 'live') return { kind: 'lost', text: `No connection since ${sinceText(state.since, zone)}` }
  const last = connection.lastMessageAt()
  if (last !== null && at - last > quietMs && hasConnectedDevice(connection))
    return { kind: 'quiet', text: `No new values since ${sinceText(last, zone)}` }
  return { kind: 'live', text: 'Live' }
}

function hasConnectedDevice(connection: LiveConnection): boolean {
  for (const id of connection.devices) if (liveStore.device(id)?.status === 1) return true
  return false
}

export function LiveBadge({ liveness }: { readonly liveness: Liveness }) {
  return (
    <span className="live" data-kind={liveness.kind} role="status">
      <span className="live-mark" aria-hidden />
      {liveness.text}
    </span>
  )
}
