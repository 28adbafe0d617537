import type { Mismatch, PlacedDevice } from './beds.sql.ts'

export interface Move {
  readonly resident_id: string
  readonly from: string
  readonly to: string
}

const key = (text: string): string => text.trim().toLowerCase()

/** As is_same_bed in db/definitions/beds.sql. */
const isSameBed = (one: { room: string; floor: string }, other: { room: string; floor: string }): boolean =>
  key(one.room) === key(other.room) && (one.floor === '' || other.floor === '' || key(one.floor) === key(other.floor))

/**
 * Which links move with their residents (EH-5): to the one sensor at the new bed, if it is free, or if whoever has it
 * moves away to a sensor too. So a swap of rooms moves both links or none.
 */
export function planMoves(mismatches: readonly Mismatch[], devices: readonly PlacedDevice[]): Move[] {
  let moves = mismatches.flatMap(({ resident_id, device_id: from, room, floor }) => {
    const [there, ...others] = devices.filter((device) => isSameBed(device, { room, floor }))
    return there && others.length === 0 ? [{ resident_id, from, to: there.device_id }] : []
  })
  const holderOf = new Map(devices.map(({ device_id, resident_id }) => [device_id, resident_id]))
  for (;;) {
    const leaving = new Set<string | null>(moves.map(({ resident_id }) => resident_id))
    const wanted = Map.groupBy(moves, ({ to }) => to)
    const possible = moves.filter(({ to }) => {
      const holder = holderOf.get(to) ?? null
      return wanted.get(to)!.length === 1 && (holder === null || leaving.has(holder))
    })
    if (possible.length === moves.length) return moves
    moves = possible
  }
}
