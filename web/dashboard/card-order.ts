import { cardName, searchedNames } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { findingOf } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { language } from '@eupnea/texts/locale.ts'
import type { DeviceSlice } from '../shared/live/index.ts'
import { allFloors } from '../shared/settings.ts'

/** Which cards are shown, and in which order (DA-7). */

export const sorts = [
  { id: 'range', label: m.dashboard_sort_range },
  { id: 'flag', label: m.dashboard_sort_flag },
  { id: 'room', label: m.dashboard_sort_room },
  { id: 'rr', label: m.dashboard_sort_rate },
  { id: 'score', label: m.dashboard_sort_score },
] as const
export type Sort = (typeof sorts)[number]['id']

export const kinds = ['extreme', 'high', 'low', 'offline', 'flagged'] as const
export type Kind = (typeof kinds)[number]

export interface CardChoice {
  readonly sort: Sort
  /** kinds to show; none: all residents */
  readonly kinds: ReadonlySet<Kind>
  readonly search: string
  readonly floor: string
}

type SliceOf = (resident: Resident) => DeviceSlice | undefined

/** What a resident counts as now; flagged can go with one of the others. */
export function kindsOf(resident: Resident, slice: DeviceSlice | undefined): Kind[] {
  const found: Kind[] = []
  // Unknown for a device that hasn't been heard of yet.
  if (resident.device && slice?.status === 0) found.push('offline')
  const finding = slice?.status === 1 ? findingOf(slice.rr) : null
  if (finding) found.push(finding.severity === 'danger' ? 'extreme' : finding.direction)
  if (resident.flaggedResidentNotes.status !== 1) found.push('flagged')
  return found
}

export function countKinds(residents: readonly Resident[], sliceOf: SliceOf): Record<Kind, number> {
  const counts: Record<Kind, number> = { extreme: 0, high: 0, low: 0, offline: 0, flagged: 0 }
  for (const resident of residents) for (const kind of kindsOf(resident, sliceOf(resident))) counts[kind]++
  return counts
}

/** A card that was out of range stays in front this long, so that values around a limit don't make cards jump, ms. */
export const rankHoldMs = 60_000

/** 0 danger · 1 warning · 2 disconnected · 3 the rest */
export function rangeRank(slice: DeviceSlice | undefined, at: number): number {
  if (!slice) return 3
  if (slice.dangerAt > 0 && at - slice.dangerAt < rankHoldMs) return 0
  if (slice.alert10min || (slice.warningAt > 0 && at - slice.warningAt < rankHoldMs)) return 1
  return slice.status === 0 ? 2 : 3
}

/** Escalated, in review, flagged, approved, default. */
const flagRank = { 4: 0, 3: 1, 2: 2, 5: 3, 1: 4 } as const

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

export const onFloor = (resident: Resident, floor: string): boolean => floor === allFloors || resident.floor === floor

/** Ignores case, accents and commas: on a tablet, í is hard to type. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('en-GB')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

function matches(resident: Resident, search: string): boolean {
  if (search === '') return true
  return fold(`${resident.room} ${searchedNames(resident)}`).includes(search)
}

/** Each resident's place by room, then name: compared as text once per list, not on every sort. */
const places = new WeakMap<readonly Resident[], ReadonlyMap<Resident, number>>()

function placesOf(residents: readonly Resident[]): ReadonlyMap<Resident, number> {
  const known = places.get(residents)
  if (known) return known
  const made = new Map(residents.toSorted(byRoom).map((resident, index) => [resident, index]))
  places.set(residents, made)
  return made
}

/** @param at ms by the portal's clock */
export function chooseCards(
  residents: readonly Resident[],
  choice: CardChoice,
  sliceOf: SliceOf,
  at: number,
): Resident[] {
  const search = fold(choice.search)
  const placeOf = placesOf(residents)
  return residents
    .filter(
      (resident) =>
        onFloor(resident, choice.floor) &&
        matches(resident, search) &&
        (choice.kinds.size === 0 || kindsOf(resident, sliceOf(resident)).some((kind) => choice.kinds.has(kind))),
    )
    .map((resident) => ({
      resident,
      key: keyOf(resident, sliceOf(resident), choice.sort, at),
      place: placeOf.get(resident)!,
    }))
    .sort((a, b) => a.key - b.key || a.place - b.place)
    .map(({ resident }) => resident)
}

function keyOf(resident: Resident, slice: DeviceSlice | undefined, sort: Sort, at: number): number {
  if (sort === 'range') return rangeRank(slice, at)
  if (sort === 'flag') return flagRank[resident.flaggedResidentNotes.status]
  if (sort === 'rr') return slice?.status === 1 && slice.rr !== null ? -slice.rr : 1
  if (sort === 'score') return slice ? -Math.max(slice.r_score.upper_score, slice.r_score.lower_score) : 1
  return 0
}

const byRoom = (a: Resident, b: Resident): number =>
  collator.compare(a.room, b.room) ||
  collator.compare(cardName(a), cardName(b)) ||
  (a.patient_id < b.patient_id ? -1 : 1)
