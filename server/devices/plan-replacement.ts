import { m } from '@eupnea/texts'
import type { PortalError } from '../platform/errors.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { inUseBy } from './device-holder.ts'
import type { LockedDevice } from './devices.sql.ts'

/** The facts about the devices of a replacement, all of them locked. */
export interface ReplacementFacts {
  readonly clinic_id: string
  readonly devices: ReadonlyMap<string, LockedDevice>
  /** residents by device */
  readonly residents: ReadonlyMap<string, { readonly resident_id: string; readonly room: string | null }>
  /** residents whose status is locked */
  readonly lockedResidents: ReadonlySet<string>
  /** devices that have already replaced another */
  readonly replacing: ReadonlySet<string>
  readonly names: ReadonlyMap<string, string>
}

/** What to do for one line: replace, skip because it was already done, or refuse with the reason. */
export type Plan =
  | {
      readonly kind: 'replace'
      readonly old: LockedDevice
      readonly new_id: string
      readonly resident_id: string | null
    }
  | { readonly kind: 'done'; readonly error: PortalError }
  | { readonly kind: 'refused'; readonly error: PortalError; readonly field: 'old_device_id' | 'new_device_id' }

const refusedOf = (field: 'old_device_id' | 'new_device_id', error: PortalError): Plan => ({
  kind: 'refused',
  error,
  field,
})

/** @param used devices named in earlier lines, as old or new */
export function planReplacement(
  { clinic_id, devices, residents, lockedResidents, replacing, names }: ReplacementFacts,
  old_id: string,
  new_id: string | undefined,
  used: ReadonlySet<string>,
): Plan {
  const old = devices.get(old_id)
  const fresh = new_id === undefined ? undefined : devices.get(new_id)
  if (!old) return refusedOf('old_device_id', notFound('device'))
  if (!fresh) return refusedOf('new_device_id', notFound('device'))
  const twice = conflict('device_twice', m.device_twice())
  if (used.has(old.id)) return refusedOf('old_device_id', twice)
  if (used.has(fresh.id) || old.id === fresh.id) return refusedOf('new_device_id', twice)
  if (old.clinic_id !== clinic_id) {
    const by = old.replaced_by
    if (by === null) return refusedOf('old_device_id', conflict('device_elsewhere', m.device_not_here()))
    const error = conflict('device_replaced', m.device_replaced({ device: names.get(by) ?? by }))
    return by === fresh.id ? { kind: 'done', error } : refusedOf('old_device_id', error)
  }
  const inTheWay = standsInTheWay(fresh)
  if (inTheWay) return refusedOf('new_device_id', inTheWay)
  const resident_id = residents.get(old.id)?.resident_id ?? null
  if (resident_id !== null && !lockedResidents.has(resident_id))
    return refusedOf('old_device_id', conflict('device_changed', m.device_just_linked()))
  return { kind: 'replace', old, new_id: fresh.id, resident_id }

  function standsInTheWay(device: LockedDevice): PortalError | null {
    const holder = residents.get(device.id)
    if (holder) return conflict('device_occupied', inUseBy(holder.room))
    if (device.inventory_status === 'inactive') return conflict('device_inactive', m.device_inactive())
    if (device.clinic_id !== null && device.clinic_id !== clinic_id)
      return conflict('device_elsewhere', m.device_at_other_clinic())
    if (replacing.has(device.id)) return conflict('device_occupied', m.device_has_replaced())
    return null
  }
}
