import type { Handover } from '@eupnea/contract/handover.ts'
import { listNights } from '@eupnea/contract/nights.ts'
import { nightCells, type Usual } from '@eupnea/contract/rules/night.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import type { RibbonNight } from '../shared/charts/night-words.ts'

export interface HandoverNight {
  readonly ribbon: RibbonNight
  readonly usual: Usual | null
}

const refreshMs = 5 * 60_000

/** The hours of the shift as pictures, by resident; null until they are known, or a first attempt has failed. */
export function useNights({ clinic_id, floor, from, until }: Handover): ReadonlyMap<string, HandoverNight> | null {
  const { data, isPending, failureCount } = useCall(
    listNights,
    { clinic_id, floor, from, until },
    { refetchInterval: refreshMs, placeholderData: keepPreviousData },
  )
  const nights = useMemo(
    () =>
      new Map(
        (data?.items ?? []).map(({ patient_id, usual, night }) => [
          patient_id,
          { usual, ribbon: { ...night, cells: nightCells(night.beds, night.rates) } },
        ]),
      ),
    [data],
  )
  return isPending && failureCount === 0 ? null : nights
}
