import type { Handover } from '@eupnea/contract/handover.ts'
import { listNights } from '@eupnea/contract/nights.ts'
import { nightCells, type Usual } from '@eupnea/contract/rules/night.ts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import type { RibbonNight } from '../shared/charts/night-words.ts'
import { dayIn, minuteIn } from '../shared/time.ts'

export interface HandoverNight {
  readonly ribbon: RibbonNight
  readonly usual: Usual | null
}

const noon = 12 * 60

/** The night of a shift, by resident: a shift that begins before noon looks back on the one that has just ended. */
export function useNights({ clinic_id, floor, from }: Handover, zone: string): ReadonlyMap<string, HandoverNight> {
  const day = dayIn(zone, from)
  const date = minuteIn(zone, from) >= noon ? day : dayBefore(day)
  const { data } = useCall(listNights, { clinic_id, floor, date })
  return useMemo(
    () =>
      new Map(
        (data?.items ?? []).map(({ patient_id, usual, night }) => [
          patient_id,
          { usual, ribbon: { ...night, cells: nightCells(night.beds, night.rates) } },
        ]),
      ),
    [data],
  )
}

/** @param day YYYY-MM-DD */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
