import { type Clinic, listClinics, listFloors } from '@eupnea/contract/clinics.ts'
import { useSyncExternalStore } from 'react'
import { useCall } from './api.ts'
import { browserZone } from './form/local-time.ts'
import { createListeners } from './listeners.ts'
import { allPagesQuery, useAllPages } from './pages.ts'
import { queryClient } from './query.ts'
import { isStaff, useSession } from './session.ts'
import { allFloors, getSettings, readSelectedClinic, saveSelectedClinic, saveSettings } from './settings.ts'

/** The clinic that the person is looking at, remembered per host (SH-15). */

const { subscribe, tell } = createListeners()

/** Shows all floors (DA-3) if the chosen one belongs to another clinic. */
export function chooseClinic(clinicId: string | null): void {
  if (clinicId === readSelectedClinic()) return
  saveSelectedClinic(clinicId)
  if (clinicId !== null && clinicId !== getSettings().floorClinicId) saveSettings({ selectedFloor: allFloors })
  tell()
}

/** The clinic that was chosen before an address named another. */
let beforeWanted: string | null = null

/** An address names the clinic that it is of, so that a colleague sees the same (EA-2). */
export function wantClinic(clinicId: unknown): void {
  if (typeof clinicId !== 'string' || !clinicId || clinicId === readSelectedClinic()) return
  beforeWanted = readSelectedClinic()
  chooseClinic(clinicId)
}

/** The person can't see the clinic that an address named: the one of before is chosen again. */
export const unwantClinic = (): void => chooseClinic(beforeWanted)

/** Clinics that the person can see. */
export function useClinics() {
  const session = useSession()
  return useAllPages(listClinics, {}, { enabled: session !== null && isStaff(session), staleTime: 60_000 })
}

/** A clinic's zone, as far as the page has it already; asks nobody. */
export const knownZone = (clinicId: string): string =>
  queryClient.getQueryData(allPagesQuery(listClinics, {}).queryKey)?.find(({ id }) => id === clinicId)?.tz ??
  browserZone()

/** The chosen clinic, or else the first; null while unknown or if there is none. */
export function useClinic(): Clinic | null {
  const chosen = useSyncExternalStore(subscribe, readSelectedClinic)
  const { data } = useClinics()
  return data?.find(({ id }) => id === chosen) ?? data?.[0] ?? null
}

/** The clinic's floors in its order, then those found only on residents: they keep the name of one that was removed. */
export function useFloors({ id, floors }: Pick<Clinic, 'id' | 'floors'>): readonly string[] {
  const { data } = useCall(listFloors, { clinic_id: id })
  return data ? [...floors, ...data.unlisted.map(({ name }) => name)] : floors
}
