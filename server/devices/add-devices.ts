import { randomUUID } from 'node:crypto'
import type { Device, deviceKey, deviceLine } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import type { z } from 'zod'
import { clinicOf } from '../clinics/index.ts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'
import { deviceAnswer } from './device-answer.ts'
import { makeDeviceKey } from './device-key.ts'
import { insertDevices, type NewDevice, selectDevicesById, selectTaken } from './devices.sql.ts'

interface Wanted {
  readonly line: number
  readonly device: Omit<NewDevice, 'key_hash'>
}

/** Larger batches would delay live values. */
const batchSize = 250

const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, nth) =>
    all.slice(nth * batchSize, (nth + 1) * batchSize),
  )

/** A device as a caller describes it. */
export type DeviceLine = z.output<typeof deviceLine>
export type KeyedDevice = Device & { key: z.output<typeof deviceKey> }

/** Why a line was left out; `line` counts from 0. */
export interface TakenName {
  readonly line: number
  readonly field: string
  readonly message: string
}

/**
 * Adds the devices whose names are free (DE-2). A caller that wants all or nothing throws when one was left out.
 * Defaults of a line: id generated, uid the id, name the uid, zone the clinic's.
 * @throws 404 for an unknown clinic, 422 for what a facility administrator may not add
 */
export async function addDevices(
  ctx: Ctx,
  clinic_id: string | null,
  lines: readonly DeviceLine[],
): Promise<{ devices: KeyedDevice[]; taken: TakenName[] }> {
  // Stock belongs to no facility, and a prefix may name any facility's sensor (EA-3).
  if (!seesAll(ctx.actor)) {
    if (clinic_id === null) throw refused('clinic_id', m.device_clinic_required())
    if (lines.some(({ topic_prefix }) => topic_prefix)) throw refused('topic_prefix', m.device_administrators_only())
  }
  const tz = clinic_id === null ? 'UTC' : (await clinicOf(ctx, clinic_id)).tz
  const keys = new Map<string, string>()
  const taken: TakenName[] = []
  const leaveOut = (line: number, { field, words }: Fault) => taken.push({ line, field, message: words() })
  const before = new Names([])
  const wanted: Wanted[] = []
  for (const [line, given] of lines.entries()) {
    const id = given.device_id ?? randomUUID()
    const uid = given.device_uid ?? id
    const { topic_prefix = null } = given
    const name = given.name || given.device_name || uid
    const device = { id, uid, name, tz: given.tz ?? given.device_tz ?? tz, topic_prefix }
    const fault = before.faultOf(device)
    if (fault) {
      leaveOut(line, fault)
      continue
    }
    before.add(device)
    wanted.push({ line, device })
  }
  const withKey = ({ device }: Wanted): NewDevice => {
    const { password, hash } = makeDeviceKey()
    keys.set(device.id, password)
    return { ...device, key_hash: hash }
  }
  const added = new Set<string>()
  for (const batch of batchesOf(wanted))
    for (const id of await insertDevices(ctx, clinic_id, batch.map(withKey))) added.add(id)
  const left = wanted.filter(({ device }) => !added.has(device.id))
  if (left.length > 0) {
    const others = await selectTaken(
      ctx,
      left.map(({ device }) => device),
    )
    // Devices added by this call don't conflict with themselves.
    const names = new Names(others.filter(({ id }) => !added.has(id)))
    for (const { line, device } of left) leaveOut(line, names.faultOf(device) ?? faultUnseen(lines[line]!))
    taken.sort((one, other) => one.line - other.line)
  }
  const devices: KeyedDevice[] = []
  for (const batch of batchesOf(wanted.filter(({ device }) => added.has(device.id))))
    for (const row of await selectDevicesById(
      ctx,
      batch.map(({ device }) => device.id),
    ))
      devices.push({ ...deviceAnswer(row), key: { username: row.device_id, password: keys.get(row.device_id)! } })
  return { devices, taken }
}

export const nameTaken = ({ message }: TakenName, field: string) => conflict('device_exists', message, field)

interface Fault {
  readonly field: string
  readonly words: () => string
}

/** The name is of a device at a facility that the caller may not see; an id that we made is nobody else's. */
const faultUnseen = ({ device_id, device_uid, topic_prefix }: DeviceLine): Fault =>
  device_uid !== undefined ? faults.uid : device_id === undefined && topic_prefix ? faults.topic_prefix : faults.id

const faults = {
  id: { field: 'device_id', words: m.device_id_taken },
  uid: { field: 'device_uid', words: m.device_uid_taken },
  topic_prefix: { field: 'topic_prefix', words: m.device_topic_prefix_taken },
} as const

type NamesOfDevice = Pick<NewDevice, 'id' | 'uid' | 'topic_prefix'>

/** Names in use by devices. */
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
