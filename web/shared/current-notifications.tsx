import { listCurrentNotifications, type Notification } from '@eupnea/contract/notifications.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useCall } from './api.ts'
import { onPersonChange } from './session.ts'

/**
 * A clinic's notifications that haven't ended. Everything that calls for attention follows from this one answer, never
 * from single messages, so that it is the same after a reload, a lost connection and in every tab (AN-1).
 */

/** Only in case a live message was missed, and for the ends of snoozes, ms. */
const refreshMs = 15_000

let watched: string | null = null
onPersonChange(() => {
  watched = null
})

/** The clinic whose notifications this page asked for last: a locked page goes on with it (AN-4). */
export const getWatchedClinic = (): string | null => watched

export function useCurrentNotifications(clinic_id: string) {
  useEffect(() => {
    watched = clinic_id
  }, [clinic_id])
  return useCall(
    listCurrentNotifications,
    { clinic_id },
    { refetchInterval: refreshMs, refetchIntervalInBackground: true },
  )
}

/** Unacknowledged and not snoozed. */
export const isOpen = ({ state }: Pick<Notification, 'state'>): boolean => state === 'open'

const Notices = createContext<ReadonlyMap<string, Notification>>(new Map())

/** Tells what is inside which notification each resident has: the first of several, which needs somebody most. */
export function NoticesOf({ clinicId, children }: { readonly clinicId: string; readonly children: ReactNode }) {
  const { data } = useCurrentNotifications(clinicId)
  const notices = useMemo(() => firstByResident(data?.items ?? []), [data])
  return <Notices value={notices}>{children}</Notices>
}

function firstByResident(items: readonly Notification[]): ReadonlyMap<string, Notification> {
  const first = new Map<string, Notification>()
  for (const item of items) if (item.patientId !== null && !first.has(item.patientId)) first.set(item.patientId, item)
  return first
}

export type Noticed<R> = R & { readonly notice?: Notification | null }

/** Residents with their notification, below `NoticesOf`; whoever has none stays the same object. */
export function useNoticed<R extends { readonly patient_id: string }>(residents: readonly R[]): readonly Noticed<R>[] {
  const notices = useContext(Notices)
  return useMemo(
    () =>
      notices.size === 0
        ? residents
        : residents.map((resident) => {
            const notice = notices.get(resident.patient_id)
            return notice ? { ...resident, notice } : resident
          }),
    [residents, notices],
  )
}
