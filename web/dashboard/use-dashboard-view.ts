import { useEffect, useState } from 'react'
import { useAddressChoice } from '../shared/address-choice.ts'
import { queryClient } from '../shared/query.ts'
import { allFloors, saveSettings, useSettings } from '../shared/settings.ts'
import { addressOfView, type DashboardView, isUsual, noAddress, viewIn, viewNames } from './dashboard-view.ts'

type Remembered = Pick<DashboardView, 'sort' | 'kinds'> & { readonly search: string }

/** A clinic's last choice survives a visit to a resident, however long, and ends with the session. */
const choiceKey = ['cardChoice'] as const
queryClient.setQueryDefaults(choiceKey, { gcTime: Number.POSITIVE_INFINITY })
const atFirst: Remembered = { sort: 'range', kinds: new Set(), search: '' }

/**
 * What the dashboard of a clinic shows: as the address says; what it doesn't say, as the person had it last. The address
 * then says it too, so that it can be passed on.
 */
export function useDashboardView(clinicId: string) {
  const { dashboardType, selectedFloor, floorClinicId } = useSettings()
  const [address, keep] = useAddressChoice(viewNames)
  const [own, setOwn] = useState(() => queryClient.getQueryData<Remembered>([...choiceKey, clinicId]) ?? atFirst)
  const { search, ...remembered } = own
  const floor = floorClinicId === clinicId ? selectedFloor : allFloors
  const view: DashboardView = { ...remembered, floor, type: dashboardType, ...viewIn(address) }
  const whole = addressOfView(view)
  const isBare = viewNames.every((name) => address[name] === undefined)
  const isToSay = isBare && !isUsual(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that says nothing
  useEffect(() => {
    if (isToSay) void keep(whole)
  }, [isToSay])

  function change({ search: typed = search, ...part }: Partial<DashboardView> & { readonly search?: string }) {
    const next = { ...view, ...part }
    const remember = { sort: next.sort, kinds: next.kinds, search: typed }
    setOwn(remember)
    queryClient.setQueryData([...choiceKey, clinicId], remember)
    if (part.type) saveSettings({ dashboardType: part.type })
    if (part.floor !== undefined) saveSettings({ selectedFloor: part.floor, floorClinicId: clinicId })
    // An address that says nothing shows the person's own floor and cards: only where those are the usual ones as well.
    const bare = { ...next, floor: part.floor ?? floor, type: part.type ?? dashboardType }
    if (Object.keys(part).length > 0) void keep(isUsual(next) && isUsual(bare) ? noAddress : addressOfView(next))
  }
  return { view, search, whole, change }
}
