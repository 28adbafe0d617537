import type { ChangedMessage } from '@eupnea/contract/live.ts'
import { useEffect, useState } from 'react'
import { connectAdmin, type LiveConnection, liveStore } from '../shared/live/index.ts'
import { queryClient } from '../shared/query.ts'
import { deviceAnswers } from './device-answers.ts'

/** A bulk act changes many devices in a second: fetched again once, this long after the first of them, ms. */
const gatherMs = 400

const isOfDevices = ({ noun }: ChangedMessage) => noun === 'devices' || noun === 'residents'

/** Connection states of all devices in sight, and fresh lists when one changes, for as long as the page is open (DE-7). */
export function useAdminLive(): LiveConnection | null {
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(() => {
    const opened = connectAdmin()
    setConnection(opened)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = liveStore.on('changed', (message) => {
      if (!isOfDevices(message)) return
      timer ??= setTimeout(() => {
        timer = undefined
        for (const { name } of deviceAnswers) void queryClient.invalidateQueries({ queryKey: [name] })
      }, gatherMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
      opened.close()
      setConnection(null)
    }
  }, [])
  return connection
}
