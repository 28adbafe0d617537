import { listLastRr } from '@eupnea/contract/residents.ts'
import { useEffect } from 'react'
import { useCall } from '../shared/api.ts'
import { liveStore } from '../shared/live/index.ts'

interface FetchedNowProps {
  readonly clinic_id: string
  /** only theirs */
  readonly patient_id?: string
}

/**
 * Values for the first paint, and those that live messages don't carry: time in bed, every minute, and whose a sensor is
 * once it has been linked.
 */
export function FetchedNow({ clinic_id, patient_id }: FetchedNowProps) {
  const { data } = useCall(listLastRr, { clinic_id }, { refetchInterval: 60_000 })
  useEffect(() => {
    const items = data?.items.filter((item) => patient_id === undefined || item.patient_id === patient_id)
    if (items?.length) liveStore.fill(items)
  }, [data, patient_id])
  return null
}
