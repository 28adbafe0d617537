import { randomUUID } from 'node:crypto'
import type { Device, deviceFields, deviceKey } from '@eupnea/contract/devices.ts'
import type { z } from 'zod'
import { clinicOf } from '../facilities/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { deviceAnswer } from './device-answer.ts'
import { makeDeviceKey } from './device-key.ts'
import { insertDevices, type NewDevice, selectDevicesById, selectTaken } from './devices.sql.ts'

/** A device as a caller describes it. */
export type DeviceLine = Omit<z.output<z.ZodObject<typeof deviceFields>>, 'clinic_id'>
export type KeyedDevice = Device & { key: z.output<typeof deviceKey> }

/** Why a line was left out; `line` from 0. */
export interface TakenName {
  readonly line: number
  readonly field: string
  readonly message: string
}

/**
 * Adds the devices whose names are free (DE-2); a caller that wants all or none throws when one was left out. What is
 * left out of a line: id generated, uid the id, name the uid, zone the facility's.
 * @throws 404 for an unknown facility
 */
export async function addDevices(
  ctx: Ctx,
  clinic_id: string | null,
  lines: readonly DeviceLine[],
): Promise<{ devices: KeyedDevice[]; taken: TakenName[] }> {
  const tz = clinic_id === null ? 'UTC' : (await clinicOf(ctx, clinic_id)).tz
  const keys = new Map<string, string>()
  const taken: TakenName[] = []
  const leaveOut = (line: number, { field, what }: Fault) =>
    taken.push({ line, field, message: `A device with this ${what} exists already` })
  const before = new Names([])
  const wanted: { line: number; device: NewDevice }[] = []
  for (const [line, given] of lines.entries()) {
    const id = given.device_id ?? randomUUID()
    const uid = given.device_uid ?? id
    const { password, hash: key_hash } = makeDeviceKey()
    const { topic_prefix = null } = given
    const device = { id, uid, name: given.name || uid, tz: given.tz ?? tz, topic_prefix, key_hash }
    const fault = before.faultOf(device)
    if (fault) {
      leaveOut(line, fault)
      continue
    }
    before.add(device)
    keys.set(id, password)
    wanted.push({ line, device })
  }
  const all = wanted.map(({ device }) => device)
  const added = await insertDevices(ctx, clinic_id, all)
  const left = wanted.filter(({ device }) => !added.has(device.id))
  if (left.length > 0) {
    const others = await selectTaken(
      ctx,
      left.map(({ device }) => device),
    )
    // Those of this call are not in the way of themselves.
    const names = new Names(others.filter(({ id }) => !added.has(id)))
    for (const { line, device } of left) leaveOut(line, names.faultOf(device) ?? faults.id)
    taken.sort((one, other) => one.line - other.line)
  }
  const rows = await selectDevicesById(
    ctx,
    all.filter(({ id }) => added.has(id)).map(({ id }) => id),
  )
  const devices = rows.map((row) => ({
    ...deviceAnswer(row),
    key: { username: row.device_id, password: keys.get(row.device_id)! },
  }))
  return { devices, taken }
}

export const nameTaken = ({ message }: TakenName, field: string) => conflict('device_exists', message, field)

interface Fault {
  readonly field: string
  readonly what: string
}

const faults = {
  id: { field: 'device_id', what: 'id' },
  uid: { field: 'device_uid', what: 'uid' },
  topic_prefix: { field: 'topic_prefix', what: 'topic prefix' },
} as const

type NamesOfDevice = Pick<NewDevice, 'id' | 'uid' | 'topic_prefix'>

/** Names that devices hold. */
class Names {
  readonly #ids = new Set<string>()
  readonly #uids = new Set<string>()
  readonly #prefixes = new Set<string>()

  constructor(names: readonly NamesOfDevice[]) {
    for (const name of names) this.add(name)
  }

  add({ id, uid, topic_prefix }: NamesOfDevice): void {
    this.#ids.add(id)
    this.#uids.add(uid)
    if (topic_prefix !== null) this.#prefixes.add(topic_prefix)
  }

  faultOf({ id, uid, topic_prefix }: NamesOfDevice): Fault | null {
    if (this.#ids.has(id)) return faults.id
    if (this.#uids.has(uid)) return faults.uid
    return topic_prefix !== null && this.#prefixes.has(topic_prefix) ? faults.topic_prefix : null
  }
}
