import { listLastRr } from '@eupnea/contract/residents.ts'
import { useEffect } from 'react'
import { useCall } from '../shared/api.ts'
import { liveStore } from '../shared/live/index.ts'

/** Time in bed and curves change by the minute, ms. */
const refreshMs = 60_000

interface LastRrFeedProps {
  readonly clinicId: string
  /** with the curves of the last two hours (moreInfo) */
  readonly withGraph?: boolean
}

/** Puts fetched values into the live store; a separate component, so that no card is rendered for it. */
export function LastRrFeed({ clinicId, withGraph = false }: LastRrFeedProps) {
  const input = withGraph ? ({ clinic_id: clinicId, graph: 'true' } as const) : { clinic_id: clinicId }
  const { data } = useCall(listLastRr, input, {
    refetchInterval: refreshMs,
    // Comparing 500 curves with the previous answer value by value would cost more than taking them as new.
    structuralSharing: false,
  })
  useEffect(() => {
    if (data) liveStore.fill(data.items)
  }, [data])
  return null
}
