import { readSession, type Session } from '@eupnea/contract/sessions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, send } from './api.ts'
import { createListeners } from './listeners.ts'
import { tellTabs } from './other-tabs.ts'
import { queryClient } from './query.ts'
import { forgetKeys } from './sent-again.ts'

/** The current session; null: nobody. Fetched once, then kept until sign-in, sign-out or a refused call. */
export const sessionQuery = queryOptions({
  queryKey: ['readSession', {}],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await send(readSession, {}, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Answers that are the same for everyone. */
const ofNobody: readonly unknown[] = ['readSession', 'readHost']

const { subscribe, tell } = createListeners()
/** Called when someone else, or nobody, is now signed in. */
export const onPersonChange = subscribe

/** Sets the current session. Nothing of one person remains for the next at the same screen (ID-6). */
export function setSession(session: Session | null): void {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  if (!before || before.id === session?.id) return
  queryClient.removeQueries({ predicate: ({ queryKey }) => !ofNobody.includes(queryKey[0]) })
  // Sent data stays there for minutes, with names and notes.
  queryClient.getMutationCache().clear()
  forgetKeys()
  tell()
  if (!session) tellTabs('signed-out')
}

/** The signed-in person; null on public pages. */
export const useSession = (): Session | null => useQuery(sessionQuery).data ?? null

/** Superadmins only: for the audit log, the outbox and usage. */
export const isSuperadmin = (session: Session): boolean => session.role === 'Superadmin' || session.isSA

/** Whether they see the administration: Superadmins, the isSA flag and the admin-feature group (SH-8). */
export const isAdministrator = (session: Session): boolean => isSuperadmin(session) || session.isAdminFeature

/** A Clinic user who administers some of their facilities (EA-3). */
export const isClinicAdmin = (session: Session): boolean => session.isClinicAdmin && !isAdministrator(session)

/** Whether they may change a facility's settings, users and sensors. */
export const mayAdminister = (session: Session, clinicId: string): boolean =>
  isAdministrator(session) || (session.isClinicAdmin && session.admin_clinic_ids.includes(clinicId))

/** Whether they care for residents and so can open dashboards. */
export const isStaff = (session: Session): boolean => session.role !== 'Member' || session.isAdminFeature
