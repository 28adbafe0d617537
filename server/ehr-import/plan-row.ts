import { type EhrField, type EhrRowKind, ehrFields } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import type { Incoming, Said } from './incoming.ts'

/** Decides what a row of the EHR means for our residents. Pure: the core of the import (EH-3). */

/** A resident as the import sees them; '' means no value. */
export interface Present {
  readonly id: string
  readonly held: Readonly<Record<EhrField, string>>
  readonly updated_at: string
}

/** Which EHR patient is which resident, and what the EHR last said about them. */
interface Link {
  readonly resident_id: string
  readonly said: Said
}

export interface Change {
  readonly field: EhrField
  readonly from: string
  readonly to: string
  /** it was changed or entered here, so a person decides */
  readonly asks: boolean
}

export interface Plan {
  readonly kind: EhrRowKind
  readonly reason: string
  readonly resident_id: string | null
  readonly candidates: readonly string[]
  readonly changes: readonly Change[]
  /** version of the resident's record when this was planned */
  readonly planned_at: string | null
  /** nothing needs writing, not even what the EHR said */
  readonly isDone: boolean
}

export interface Known {
  readonly byId: ReadonlyMap<string, Present>
  readonly byRecordNumber: ReadonlyMap<string, readonly Present[]>
  readonly byName: ReadonlyMap<string, readonly Present[]>
  readonly linkOf: ReadonlyMap<string, Link>
  /** residents who are already linked to an EHR patient */
  readonly linked: ReadonlySet<string>
}

const none = { reason: '', resident_id: null, candidates: [], changes: [], planned_at: null, isDone: false } as const

/** Names normalised for comparison. */
export const nameKey = (first: string, last: string): string =>
  `${first}\n${last}`.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function planRow(row: Incoming, known: Known): Plan {
  if ('fault' in row) return { ...none, kind: 'failed', reason: row.fault, isDone: true }
  const link = linkOfRow(row, known)
  const resident = link && known.byId.get(link.resident_id)
  // The resident of a merged record goes on under the one that replaces it, unless that is somebody else here.
  if (link && row.into !== undefined && !known.linkOf.has(row.into)) return { ...none, kind: 'left_out', isDone: true }
  if (link && resident) {
    const plan = planKnown(row.said, link, resident)
    // The link of a merged record becomes that of the one that replaces it.
    return known.linkOf.has(row.external_id) || plan.kind === 'failed' ? plan : { ...plan, isDone: false }
  }
  if (row.said.status === '2')
    return { ...none, kind: 'left_out', reason: row.remark ?? m.ehr_import_reason_gone(), isDone: true }
  return planUnknown(row.said, known)
}

/** By its own id, or by that of a record merged into it. */
const linkOfRow = ({ external_id, replaces = [] }: Extract<Incoming, { said: Said }>, known: Known): Link | undefined =>
  [external_id, ...replaces].flatMap((id) => known.linkOf.get(id) ?? [])[0]

/**
 * A person imported before. Values the EHR repeats were already dealt with, whatever has happened to them here since.
 */
function planKnown(said: Said, link: Link, resident: Present): Plan {
  const base = { ...none, resident_id: resident.id, planned_at: resident.updated_at }
  if (isSomebodyElse(said, link.said))
    return {
      ...base,
      kind: 'failed',
      reason: m.ehr_import_reason_other_person(),
      isDone: true,
    }
  // A resident deleted here stays deleted; changes in the EHR count again once they are restored.
  if (resident.held.status === '0') return { ...base, kind: 'unchanged', isDone: true }
  const changes = changesOf(said, link.said, resident)
  const isDone = ehrFields.every((field) => said[field] === undefined || said[field] === link.said[field])
  return { ...base, ...kindOf(changes), changes, isDone: changes.length === 0 && isDone }
}

const isSomebodyElse = (now: Said, before: Said): boolean =>
  before.dob !== undefined &&
  now.dob !== undefined &&
  now.dob !== before.dob &&
  nameKey(now.first_name ?? '', now.last_name ?? '') !== nameKey(before.first_name ?? '', before.last_name ?? '')

/** @param before what the EHR said last; a field it never mentioned was entered here */
export function changesOf(said: Said, before: Said, { held }: Present): Change[] {
  const changes: Change[] = []
  for (const field of ehrFields) {
    const to = said[field]
    const from = held[field]
    if (to === undefined || to === from || to === before[field]) continue
    // An EHR without a room must not erase the one staff have entered.
    if (to === '' && before[field] === undefined) continue
    changes.push({ field, from, to, asks: from !== '' && from !== before[field] })
  }
  return changes
}

export function kindOf(changes: readonly Change[]): { kind: EhrRowKind; reason: string } {
  if (changes.some(({ asks }) => asks)) return { kind: 'ask', reason: m.ehr_import_reason_which() }
  if (changes.some(({ field, to }) => field === 'status' && to === '2')) return { kind: 'discharge', reason: '' }
  return { kind: changes.length > 0 ? 'update' : 'unchanged', reason: '' }
}

function planUnknown(said: Said, known: Known): Plan {
  const isHere = ({ held }: Present) => held.status !== '0'
  const isFree = ({ id }: Present) => !known.linked.has(id)
  const numbered = (said.mr_no ? (known.byRecordNumber.get(said.mr_no) ?? []) : []).filter(isHere)
  const byNumber = numbered.filter(isFree)
  if (byNumber.length < numbered.length)
    return {
      ...none,
      kind: 'failed',
      reason: m.ehr_import_reason_other_id(),
      isDone: true,
    }
  const ask = (reason: string, candidates: readonly Present[]): Plan => ({
    ...none,
    kind: 'ask',
    reason,
    candidates: candidates.map(({ id }) => id),
  })
  const [match, ...others] = byNumber
  if (match && others.length > 0) return ask(m.ehr_import_reason_many(), byNumber)
  if (match) {
    const isAlike =
      nameKey(said.first_name ?? '', said.last_name ?? '') === nameKey(match.held.first_name, match.held.last_name)
    const isBornThen = !said.dob || !match.held.dob || said.dob === match.held.dob
    if (!isAlike && !isBornThen) return ask(m.ehr_import_reason_name(), byNumber)
    const changes = changesOf(said, {}, match)
    return { ...none, ...kindOf(changes), resident_id: match.id, changes, planned_at: match.updated_at }
  }
  const alike = (known.byName.get(nameKey(said.first_name ?? '', said.last_name ?? '')) ?? [])
    .filter((one) => isHere(one) && isFree(one))
    .filter(({ held }) => !said.dob || !held.dob || said.dob === held.dob)
  if (alike.length > 0) return ask(m.ehr_import_reason_match(), alike)
  return { ...none, kind: 'create' }
}

/** Uses the clinic's own floor names and drops floors it doesn't have. */
export function onKnownFloor(said: Said, floors: readonly string[]): Said {
  if (!said.floor || floors.length === 0 || floors.includes(said.floor)) return said
  const plain = (floor: string) => floor.toLowerCase().replaceAll(/\b(floor|level|unit)\b|\s+/g, '')
  const same = floors.find((floor) => plain(floor) === plain(said.floor!))
  if (same) return { ...said, floor: same }
  const { floor: _, ...rest } = said
  return rest
}
