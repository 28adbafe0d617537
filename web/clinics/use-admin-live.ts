import { useEffect, useState } from 'react'
import { connectAdmin, type LiveConnection, useConnection } from '../shared/live/index.ts'

/**
 * Hears of connection states and of changed records while the page is open, without readings; what a change makes out
 * of date is fetched again by itself.
 * @returns whether it hears them now
 */
export function useAdminLive(): boolean {
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(() => {
    const opened = connectAdmin()
    setConnection(opened)
    return () => {
      opened.close()
      setConnection(null)
    }
  }, [])
  return useConnection(connection)?.phase === 'live'
}
