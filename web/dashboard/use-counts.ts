import { useEffect, useState } from 'react'
import { type DeviceSlice, liveStore } from '../shared/live/index.ts'
import { now, onSecond } from '../shared/time.ts'
import type { CardResident } from './card-order.ts'
import { sliceOf } from './use-card-choice.ts'

type Count<Kind extends string> = (
  residents: readonly CardResident[],
  sliceOf: (resident: CardResident) => DeviceSlice | undefined,
  at: number,
) => Record<Kind, number>

/** Counts residents once a second, and as soon as the first values come. */
export function useCounts<Kind extends string>(
  residents: readonly CardResident[],
  count: Count<Kind>,
): Record<Kind, number> {
  const [counts, setCounts] = useState(() => count(residents, sliceOf, now()))
  useEffect(() => {
    const recount = () =>
      setCounts((before) => {
        const next = count(residents, sliceOf, now())
        return (Object.keys(next) as Kind[]).every((kind) => next[kind] === before[kind]) ? before : next
      })
    recount()
    let isHeard = residents.some(sliceOf)
    const stopWaiting = liveStore.onFlush(() => {
      if (isHeard) return
      isHeard = residents.some(sliceOf)
      recount()
    })
    const stopCounting = onSecond(recount)
    return () => {
      stopWaiting()
      stopCounting()
    }
  }, [residents, count])
  return counts
}
