import { listLastRr } from '@eupnea/contract/residents.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { liveStore } from '../shared/live/index.ts'
import { lastRrInput } from './dashboard-calls.ts'

/** Time in bed and curves change by the minute, ms. */
const refreshMs = 60_000

interface LastRrFeedProps {
  readonly clinicId: string
  /** with the curves of the last two hours */
  readonly withGraph?: boolean
  /** there are values, from here or live, or there is no hope of any soon; may be called again */
  readonly onValues?: () => void
}

/** Puts fetched values into the live store; a separate component, so that no card is rendered for it. */
export function LastRrFeed({ clinicId, withGraph = false, onValues }: LastRrFeedProps) {
  // The first answer comes without the curves, which are most of the bytes: on a slow line, cards fill sooner.
  const [isFilled, setFilled] = useState(false)
  const { data, error } = useCall(listLastRr, lastRrInput(clinicId, withGraph && isFilled), {
    refetchInterval: refreshMs,
    // Comparing 500 curves with the previous answer value by value would cost more than taking them as new.
    structuralSharing: false,
  })
  // Before anything is painted: cards that begin without values would jump to their places with the first ones.
  useLayoutEffect(() => {
    if (data) {
      liveStore.fill(data.items)
      setFilled(true)
    }
    if (data || error) onValues?.()
  }, [data, error, onValues])
  useEffect(() => (onValues ? liveStore.onFlush(onValues) : undefined), [onValues])
  return null
}
