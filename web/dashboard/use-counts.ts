import { useEffect, useState } from 'react'
import type { DeviceSlice } from '../shared/live/index.ts'
import { now, onSecond } from '../shared/time.ts'
import type { CardResident } from './card-order.ts'
import { sliceOf } from './use-card-choice.ts'

type Count<Kind extends string> = (
  residents: readonly CardResident[],
  sliceOf: (resident: CardResident) => DeviceSlice | undefined,
  at: number,
) => Record<Kind, number>

/** Residents counted once a second. */
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
    return onSecond(recount)
  }, [residents, count])
  return counts
}
