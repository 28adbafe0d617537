import { listLastRr } from '@eupnea/contract/residents.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { liveStore } from '../shared/live/index.ts'

/** Time in bed and curves change by the minute, ms. */
const refreshMs = 60_000

interface LastRrFeedProps {
  readonly clinicId: string
  /** with the curves of the last two hours */
  readonly withGraph?: boolean
}

/** Puts fetched values into the live store; a separate component, so that no card is rendered for it. */
export function LastRrFeed({ clinicId, withGraph = false }: LastRrFeedProps) {
  // The first answer comes without the curves, which are most of the bytes: on a slow line, cards fill sooner.
  const [isFilled, setFilled] = useState(false)
  const input = withGraph && isFilled ? ({ clinic_id: clinicId, graph: 'true' } as const) : { clinic_id: clinicId }
  const { data } = useCall(listLastRr, input, {
    refetchInterval: refreshMs,
    // Comparing 500 curves with the previous answer value by value would cost more than taking them as new.
    structuralSharing: false,
  })
  useEffect(() => {
    if (!data) return
    liveStore.fill(data.items)
    setFilled(true)
  }, [data])
  return null
}
