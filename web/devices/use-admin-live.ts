import { listDevices } from '@eupnea/contract/devices.ts'
import type { ChangedMessage } from '@eupnea/contract/live.ts'
import { useEffect, useState } from 'react'
import { connectAdmin, type LiveConnection, liveStore } from '../shared/live/index.ts'
import { fetchAgain } from '../shared/query.ts'
import { deviceAnswers } from './device-answers.ts'

/** A bulk act changes many devices in a second: fetched again once, this long after the first of them, ms. */
const gatherMs = 400
/** A floor that loses its network flips many devices: lists by connection are fetched again this long after, ms. */
const flipsMs = 2_000

const isOfDevices = ({ noun }: ChangedMessage) => noun === 'devices' || noun === 'residents'

/** Connection states of all devices in sight, and fresh lists when one changes, for as long as the page is open (DE-7). */
export function useAdminLive(): LiveConnection | null {
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(() => {
    const opened = connectAdmin()
    setConnection(opened)
    const isGathering = new Set<string>()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    /** Fetches the lists again, once however often it is asked to meanwhile. */
    const fetchAfter = (waitMs: number, calls: readonly { readonly name: string }[]) => {
      const asked = calls.filter(({ name }) => !isGathering.has(name))
      if (asked.length === 0) return
      for (const { name } of asked) isGathering.add(name)
      const timer = setTimeout(() => {
        timers.delete(timer)
        for (const { name } of asked) isGathering.delete(name)
        void fetchAgain(asked)
      }, waitMs)
      timers.add(timer)
    }
    const stops = [
      liveStore.on('changed', (message) => {
        if (isOfDevices(message)) fetchAfter(gatherMs, deviceAnswers)
      }),
      // Words in rows are live by themselves; a list of the connected ones is another list.
      liveStore.on('connection', () => fetchAfter(flipsMs, [listDevices])),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      for (const stop of stops) stop()
      opened.close()
      setConnection(null)
    }
  }, [])
  return connection
}
