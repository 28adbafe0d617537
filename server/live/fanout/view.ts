import { clinicAdminRoom, closeCodes } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'
import type { AuditEntry } from '../../audit/index.ts'
import { seesAll, type UserActor } from '../../platform/context.ts'
import type { Bed } from '../bed/bed.ts'
import type { LiveState } from '../state/live-state.ts'
import type { Channels } from './channels.ts'
import type { LiveConnection, Watcher } from './connection.ts'
import type { Fanout } from './fanout.ts'

/** What a live connection asks for, and whether they may have it (LI-3). */

export class Refused extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

interface ViewParts {
  readonly state: LiveState
  readonly channels: Channels
  readonly fanout: Fanout
}

/** What a connection shows, and its name in the audit log. */
export interface View {
  readonly entries: readonly AuditEntry[]
  /** Adds the connection to its channels and sends its snapshot. */
  enter(connection: LiveConnection, leave: (() => void)[]): void
}

function mustSee(actor: Watcher, clinicId: string | null): void {
  if (!isStaff(actor)) throw new Refused(closeCodes.forbidden, m.live_no_permission())
  if (seesAll(actor) || (clinicId !== null && actor.clinicIds.includes(clinicId))) return
  throw new Refused(closeCodes.forbidden, m.live_foreign_clinic())
}

export function bedOf(state: LiveState, actor: Watcher, deviceId: string | null): Bed {
  const bed = deviceId === null ? undefined : state.byId(deviceId)
  if (!bed) throw new Refused(closeCodes.notFound, m.live_no_device())
  mustSee(actor, bed.place.clinicId)
  return bed
}

export const entryOf = (act: AuditEntry['act'], { place: { clinicId, residentId, id } }: Bed): AuditEntry => ({
  ...{ act, clinic_id: clinicId, resident_id: residentId, device_id: id },
})

/**
 * @param query its `unheard` is for how long, in ms, a page has heard of no change
 * @returns null for a connection that subscribes to devices later
 */
export function viewOf({ state, channels, fanout }: ViewParts, actor: Watcher, query: URLSearchParams): View | null {
  const unheard = Number(query.get('unheard')) || 0
  if (query.get('type') === 'clinic') {
    const clinicId = query.get('clinic_id') ?? ''
    if (!clinicId) throw new Refused(closeCodes.notFound, m.live_no_clinic())
    if (actor.type !== 'display') mustSee(actor, clinicId)
    else if (clinicId !== actor.clinicIds[0]) throw new Refused(closeCodes.forbidden, m.live_foreign_clinic())
    return {
      entries: [{ act: 'resident.watch-all', clinic_id: clinicId }],
      enter(connection, leave) {
        leave.push(channels.joinClinic(clinicId, connection))
        connection.send(fanout.snapshotFor(connection, clinicId))
        fanout.repeatChanges(connection, clinicId, unheard)
      },
    }
  }
  if (query.get('type') === 'patient') {
    const bed = bedOf(state, actor, query.get('device_id'))
    const { clinicId, residentId, id } = bed.place
    if (residentId !== query.get('patient_id') || (query.has('clinic_id') && query.get('clinic_id') !== clinicId))
      throw new Refused(closeCodes.notFound, m.live_not_theirs())
    return {
      entries: [entryOf('resident.watch', bed)],
      enter(connection, leave) {
        leave.push(channels.joinDevice(id, connection), fanout.watchWave(id))
        connection.send(fanout.snapshot([bed]))
      },
    }
  }
  if (query.get('room') === clinicAdminRoom) {
    if (!isStaff(actor)) throw new Refused(closeCodes.forbidden, m.live_no_permission())
    const act = 'device.watch-all'
    return {
      entries: seesAll(actor) ? [{ act }] : actor.clinicIds.map((clinic_id) => ({ act, clinic_id })),
      enter(connection, leave) {
        leave.push(channels.joinAdmins(connection))
        connection.send(fanout.adminSnapshot(connection))
        fanout.repeatChanges(connection, null, unheard)
      },
    }
  }
  if (query.has('type') || query.has('room')) throw new Refused(closeCodes.notFound, m.live_no_connection())
  return null
}

/** Whether they may watch more than a facility as a whole; a display may not. */
const isStaff = (actor: Watcher): actor is UserActor =>
  actor.type === 'user' && (actor.role !== 'Member' || actor.isAdminFeature)
