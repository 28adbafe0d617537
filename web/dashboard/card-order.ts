import { cardName, type Named, searchedNames } from '@eupnea/contract/resident-name.ts'
import type { Resident, ResidentDevice } from '@eupnea/contract/residents.ts'
import { distanceOutside } from '@eupnea/contract/rules/severity.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { m } from '@eupnea/texts'
import { language } from '@eupnea/texts/locale.ts'
import { type DeviceSlice, shownFinding } from '../shared/live/device-slice.ts'
import { allFloors } from '../shared/settings.ts'
import { type SignalView, signalViewOf } from '../shared/signal-view.ts'
import type { CardNotice } from './notice-mark.ts'

/** Which cards are shown, and in which order (DA-7). */

export const sorts = [
  { id: 'range', label: m.dashboard_sort_range },
  { id: 'flag', label: m.dashboard_sort_flag },
  { id: 'room', label: m.dashboard_sort_room },
  { id: 'rr', label: m.dashboard_sort_rate },
  { id: 'score', label: m.dashboard_sort_score },
] as const
export type Sort = (typeof sorts)[number]['id']

export const kinds = ['no_breathing', 'extreme', 'high', 'low', 'sensor', 'flagged'] as const
export type Kind = (typeof kinds)[number]

/** What a card shows of a resident beside the live values; a display knows no more (DI-1). */
export interface CardResident
  extends Named,
    Pick<Resident, 'patient_id' | 'room' | 'floor' | 'flaggedResidentNotes' | 'plan'> {
  readonly device: Pick<ResidentDevice, 'device_id'> | null
  /** the notification that needs somebody most, if any (AN-6) */
  readonly notice?: CardNotice | null
}

export interface CardChoice {
  readonly sort: Sort
  /** kinds to show; none: all residents */
  readonly kinds: ReadonlySet<Kind>
  readonly search: string
  readonly floor: string
}

type SliceOf = (resident: CardResident) => DeviceSlice | undefined

const kindOfSignal = {
  no_breathing: 'no_breathing',
  stuck: 'sensor',
  clock: 'sensor',
  malformed: 'sensor',
  silent: 'sensor',
  paused: null,
} as const satisfies Record<string, Kind | null>

/** What a resident counts as now; flagged beside one of the others. */
export function kindsOf(resident: CardResident, slice: DeviceSlice | undefined, at: number): Kind[] {
  const found: Kind[] = []
  const signal = resident.device && signalViewOf(slice?.signal)
  if (signal) {
    const kind = kindOfSignal[signal.state]
    if (kind) found.push(kind)
  }
  // Unknown for a device that hasn't been heard of yet.
  else if (resident.device && slice?.status === 0) found.push('sensor')
  const finding = slice?.status === 1 ? shownFinding(slice, at) : null
  if (finding) found.push(finding.severity === 'danger' ? 'extreme' : finding.direction)
  if (resident.flaggedResidentNotes.status !== 1) found.push('flagged')
  return found
}

export function countKinds(residents: readonly CardResident[], sliceOf: SliceOf, at: number): Record<Kind, number> {
  const counts: Record<Kind, number> = {
    no_breathing: 0,
    extreme: 0,
    high: 0,
    low: 0,
    sensor: 0,
    flagged: 0,
  }
  for (const resident of residents) for (const kind of kindsOf(resident, sliceOf(resident), at)) counts[kind]++
  return counts
}

const toneRank = { danger: 0, warn: 1, off: 3 } as const

type Noticed = Pick<CardResident, 'notice'>

/** A danger that is still open although the sensor no longer measures the resident: it still counts as a danger. */
export const isDangerLeft = ({ notice }: Noticed, signal: SignalView | null): boolean =>
  signal?.tone === 'warn' && notice?.state === 'open' && notice.severity === 'danger'

/** 0 danger · 1 warning · 2 no connection · 3 the rest */
export function rangeRank(resident: Noticed, slice: DeviceSlice | undefined, at: number): number {
  if (!slice) return 3
  const signal = signalViewOf(slice.signal)
  if (signal) return isDangerLeft(resident, signal) ? 0 : toneRank[signal.tone]
  const finding = shownFinding(slice, at)
  if (finding?.severity === 'danger') return 0
  if (slice.alert10min || finding) return 1
  return slice.status === 0 ? 2 : 3
}

/** Out of range, or with a signal that somebody has to look at: these come first, whatever else is shown. */
export const needsLook = (resident: Noticed, slice: DeviceSlice | undefined, at: number): boolean =>
  rangeRank(resident, slice, at) <= 1

/** From 1 at a limit, in whole breaths per minute, so that a rate that wavers does not make cards jump; 0 within. */
const stepsOutside = ({ rr, limits }: DeviceSlice): number =>
  rr === null || limits === null ? 0 : Math.max(0, Math.floor(distanceOutside(rr, limits)) + 1)

/** Escalated, in review, flagged, approved, default. */
const flagRank = { 4: 0, 3: 1, 2: 2, 5: 3, 1: 4 } as const

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

export const onFloor = (resident: CardResident, floor: string): boolean =>
  floor === allFloors || resident.floor === floor

/** Ignores case, accents and commas: on a tablet, í is hard to type. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('en-GB')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

/** What of a resident is searched, folded once. */
const searched = new WeakMap<CardResident, string>()

function searchedOf(resident: CardResident): string {
  const known = searched.get(resident) ?? fold(`${resident.room} ${searchedNames(resident)}`)
  searched.set(resident, known)
  return known
}

const matches = (resident: CardResident, search: string): boolean =>
  search === '' || searchedOf(resident).includes(search)

/** Each resident's place by room, then name: compared as text once per list, not on every sort. */
const places = new WeakMap<readonly CardResident[], ReadonlyMap<CardResident, number>>()

function placesOf(residents: readonly CardResident[]): ReadonlyMap<CardResident, number> {
  const known = places.get(residents)
  if (known) return known
  const made = new Map(residents.toSorted(byRoom).map((resident, index) => [resident, index]))
  places.set(residents, made)
  return made
}

/** @param at ms by the portal's clock */
export function chooseCards<R extends CardResident>(
  residents: readonly R[],
  choice: CardChoice,
  sliceOf: SliceOf,
  at: number,
): R[] {
  const search = fold(choice.search)
  const placeOf = placesOf(residents)
  return residents
    .filter(
      (resident) =>
        onFloor(resident, choice.floor) &&
        matches(resident, search) &&
        (choice.kinds.size === 0 || kindsOf(resident, sliceOf(resident), at).some((kind) => choice.kinds.has(kind))),
    )
    .map((resident) => ({
      resident,
      keys: keysOf(resident, sliceOf(resident), choice.sort, at),
      place: placeOf.get(resident)!,
    }))
    .sort((a, b) => a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.place - b.place)
    .map(({ resident }) => resident)
}

/** Less comes first; the second decides where the first is the same. */
function keysOf(
  resident: CardResident,
  slice: DeviceSlice | undefined,
  sort: Sort,
  at: number,
): readonly [number, number] {
  const hasRate = slice?.status === 1 && slice.rr !== null && isLive(slice.signal)
  if (sort === 'range')
    return [rangeRank(resident, slice, at), hasRate ? -stepsOutside(slice) : isFirst(slice) ? -Infinity : 0]
  if (sort === 'flag') return [flagRank[resident.flaggedResidentNotes.status], 0]
  // Furthest out of range first, on either side: a rate of 5 is no less than one of 11.
  if (sort === 'rr') return hasRate ? [-beyond(slice), -slice.rr] : [1, 0]
  if (sort === 'score') return [slice ? -Math.max(slice.r_score.upper_score, slice.r_score.lower_score) : 1, 0]
  return [0, 0]
}

/** No breathing signal stands before any rate of its rank. */
const isFirst = (slice: DeviceSlice | undefined): boolean => slice?.signal?.state === 'no_breathing'

/** Distance out of range from a breath on, so that a rate at a limit stands before those within. */
const beyond = ({ rr, limits }: DeviceSlice): number =>
  rr === null || limits === null ? 0 : Math.max(0, distanceOutside(rr, limits) + 1)

const byRoom = (a: CardResident, b: CardResident): number =>
  collator.compare(a.room, b.room) ||
  collator.compare(cardName(a), cardName(b)) ||
  (a.patient_id < b.patient_id ? -1 : 1)
